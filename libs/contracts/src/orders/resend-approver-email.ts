import { z } from 'zod'
import { operation } from '../operation'
import { sslOrderNumber, sameSslOrder } from './order-fields'
import { sslOrderId } from './ssl-order'

/** Sends the mail to the approver again. */
export const resendApproverEmail = operation({
  id: 'ssl-orders.resend-approver-email',
  service: 'orders',
  effect: 'write',
  method: 'POST',
  path: '/v1/ssl/orders/:id/approver-email/resend',
  summary: 'Send the mail to the approver again',
  description: 'Use when the approval mail was lost. The new mail contains the same link.',
  params: z.object({ id: sslOrderNumber }),
  body: z.object({ id: sameSslOrder }),
  result: sslOrderId,
  errors: ['ssl_order_not_found', 'ssl_status_prohibits', 'validation_method_invalid', 'rate_limited'],
  example: { id: 10001 },
  schemas: { request: 'approveremailResendApproverEmailRequest', response: 'approveremailResendApproverEmailResponse' },
})

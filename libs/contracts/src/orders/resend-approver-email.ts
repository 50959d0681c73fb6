import { z } from 'zod'
import { operation } from '../operation'
import { sslOrderId } from './ssl-order'
import { sslOrderNumber, sameSslOrder } from './about-orders'

/** Send the mail to the approver again. */
export const resendApproverEmail = operation({
  id: 'ssl-orders.resend-approver-email',
  service: 'orders',
  effect: 'write',
  method: 'POST',
  path: '/v1/ssl/orders/:id/approver-email/resend',
  summary: 'Send the mail to the approver again',
  description: 'Use when the mail that asks for approval was lost. The same link comes again.',
  params: z.object({ id: sslOrderNumber }),
  body: z.object({ id: sameSslOrder }),
  result: sslOrderId,
  errors: ['ssl_order_not_found', 'ssl_status_prohibits', 'validation_method_invalid', 'rate_limited'],
})

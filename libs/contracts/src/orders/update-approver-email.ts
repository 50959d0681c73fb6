import { z } from 'zod'
import { operation } from '../operation'
import { neededText } from '../primitives/scalars'
import { sslOrderNumber, sameSslOrder } from './order-fields'
import { sslOrderId } from './ssl-order'

/** Changes the address that approves a certificate. */
export const updateApproverEmail = operation({
  id: 'ssl-orders.update-approver-email',
  service: 'orders',
  effect: 'write',
  // Each call sends a new mail and invalidates the link of the previous one.
  isIdempotent: false,
  method: 'PUT',
  path: '/v1/ssl/orders/:id/approver-email',
  summary: 'Change the approver address of a certificate',
  description:
    'Use when the current approver address is not read. Sends a mail to the new address; the link in the old mail stops working.',
  params: z.object({ id: sslOrderNumber }),
  body: z.object({
    id: sameSslOrder,
    approver_email: neededText(320).describe('New approver address; one of approver-emails.list.'),
  }),
  result: sslOrderId,
  errors: [
    'ssl_order_not_found',
    'ssl_status_prohibits',
    'approver_email_not_allowed',
    'validation_method_invalid',
    'rate_limited',
  ],
  example: { approver_email: 'hostmaster@example.com' },
  schemas: {
    request: 'approveremailUpdateApproverEmailAddressRequest',
    response: 'approveremailUpdateApproverEmailAddressResponse',
  },
})

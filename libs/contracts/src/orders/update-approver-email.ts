import { z } from 'zod'
import { operation } from '../operation'
import { neededText } from '../primitives/scalars'
import { sslOrderId } from './ssl-order'
import { sslOrderNumber, sameSslOrder } from './about-orders'

/** Change who approves a certificate. */
export const updateApproverEmail = operation({
  id: 'ssl-orders.update-approver-email',
  service: 'orders',
  effect: 'write',
  // Each call sends another mail, and ends the link of the one before.
  isIdempotent: false,
  method: 'PUT',
  path: '/v1/ssl/orders/:id/approver-email',
  summary: 'Change who approves a certificate',
  description:
    'Use when nobody reads the address that was asked: another one is asked by a new mail, and the link in the first one ends.',
  params: z.object({ id: sslOrderNumber }),
  body: z.object({
    id: sameSslOrder,
    approver_email: neededText(320).describe(
      'Another address that is asked for approval, one of approver-emails.list.',
    ),
  }),
  result: sslOrderId,
  errors: [
    'ssl_order_not_found',
    'ssl_status_prohibits',
    'approver_email_not_allowed',
    'validation_method_invalid',
    'rate_limited',
  ],
})

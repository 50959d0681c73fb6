import { z } from 'zod'
import { operation } from '../operation'
import { success } from '../primitives/page'
import { sslLinkId, sslOrderNumber } from './order-fields'

/** Ends a link to a certificate order. */
export const deleteSslOtpToken = operation({
  id: 'ssl-orders.delete-otp-token',
  service: 'orders',
  effect: 'write',
  method: 'DELETE',
  path: '/v1/ssl/orders/:id/otp-tokens/:link_id',
  summary: 'End a link to a certificate order',
  description: 'Ends a link at once, whoever has it. Cannot be undone; create a new link instead. Free of charge.',
  params: z.object({ id: sslOrderNumber, link_id: sslLinkId }),
  result: success,
  errors: ['ssl_link_not_found'],
})

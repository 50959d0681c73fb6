import { z } from 'zod'
import { operation } from '../operation'
import { wireDate } from '../primitives/dates'
import { results } from '../primitives/page'
import { sslLinkId, sslOrderNumber } from './order-fields'

/** Lists the links to a certificate order that work now. */
export const listSslOtpTokens = operation({
  id: 'ssl-orders.list-otp-tokens',
  service: 'orders',
  effect: 'read',
  method: 'GET',
  path: '/v1/ssl/orders/:id/otp-tokens',
  summary: 'List links to a certificate order',
  description:
    'Use to see which links to an order work now, newest first, before you end one with ssl-orders.delete-otp-token. The links themselves are never shown again. Free of charge.',
  params: z.object({ id: sslOrderNumber }),
  result: results(
    z.object({
      id: sslLinkId,
      username: z.string().describe('Contact who created the link; empty for a link from before this was stored.'),
      created_at: wireDate.describe('When the link was created, in UTC.'),
      expires_at: wireDate.describe('When the link stops working, in UTC.'),
    }),
  ),
  errors: ['ssl_order_not_found'],
})

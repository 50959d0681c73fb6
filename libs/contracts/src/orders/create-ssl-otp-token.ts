import { z } from 'zod'
import { operation } from '../operation'
import { wireDate } from '../primitives/dates'
import { sslOrderNumber, sameSslOrder } from './about-orders'

/** Makes a link that shows one certificate order for a while. */
export const createSslOtpToken = operation({
  id: 'ssl-orders.create-otp-token',
  service: 'orders',
  effect: 'write',
  method: 'POST',
  path: '/v1/ssl/orders/:id/otp-tokens',
  summary: 'Make a link to a certificate order',
  description: 'Use to show the end user how an order stands, what proves the names, and the certificate.',
  params: z.object({ id: sslOrderNumber }),
  body: z.object({ id: sameSslOrder }),
  result: z.object({
    uri: z.string().describe('Page that shows the order without a login, for a limited time.'),
    token: z.string().length(32).describe('Token that the link ends in: 32 characters.'),
    expire_at: wireDate.describe('When the link stops working.'),
  }),
  errors: ['ssl_order_not_found'],
  isSecret: true,
})

import { z } from 'zod'
import { operation } from '../operation'
import { wireDate } from '../primitives/dates'
import { secret } from '../primitives/secret'
import { sslOrderNumber, sameSslOrder } from './order-fields'

/** Creates a link that shows one certificate order for a limited time. */
export const createSslOtpToken = operation({
  id: 'ssl-orders.create-otp-token',
  service: 'orders',
  effect: 'write',
  method: 'POST',
  path: '/v1/ssl/orders/:id/otp-tokens',
  summary: 'Create a link to a certificate order',
  description:
    'Use to show an order to the end user: its status, the required proofs and the certificate. The link expires automatically, and ends when you lose API access, or the role that allows it, change your password, or revoke the API key that made it.',
  params: z.object({ id: sslOrderNumber }),
  body: z.object({ id: sameSslOrder }),
  result: z.object({
    uri: secret(z.string()).describe('Address of a page that shows the order without a login, for a limited time.'),
    token: secret(z.string().length(32)).describe('Token at the end of the link: 32 characters.'),
    expire_at: wireDate.describe('When the link stops working.'),
  }),
  errors: ['ssl_order_not_found', 'access_denied'],
  isSecret: true,
  example: { id: 10001 },
  schemas: { request: 'otptokenCreateOtpTokenRequest', response: 'otptokenCreateOtpTokenResponse' },
})

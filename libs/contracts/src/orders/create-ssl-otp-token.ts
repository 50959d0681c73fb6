import { z } from 'zod'
import { operation } from '../operation'
import { wireDate } from '../primitives/dates'
import { resourceId } from '../primitives/scalars'

/** Makes a link that shows one certificate order for a while. */
export const createSslOtpToken = operation({
  id: 'ssl-orders.create-otp-token',
  service: 'orders',
  effect: 'write',
  method: 'POST',
  path: '/v1/ssl/orders/:id/otp-tokens',
  summary: 'Make a link to a certificate order',
  description: 'Use to show the end user how an order stands, what proves the names, and the certificate.',
  params: z.object({ id: resourceId }),
  body: z.object({ id: resourceId.optional() }),
  result: z.object({ uri: z.string(), token: z.string().length(32), expire_at: wireDate }),
  errors: ['ssl_order_not_found'],
  isSecret: true,
})

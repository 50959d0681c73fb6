import { z } from 'zod'
import { operation } from '../operation'
import { sslOrderId } from './ssl-order'
import { sslOrderNumber, sameSslOrder } from './about-orders'

/** Cancel a certificate order. */
export const cancelSslOrder = operation({
  id: 'ssl-orders.cancel',
  service: 'orders',
  effect: 'write',
  isDestructive: true,
  method: 'POST',
  path: '/v1/ssl/orders/:id/cancel',
  summary: 'Cancel a certificate order',
  description:
    'Ends an order for good and revokes what was issued for it. The price comes back until 30 days after it was issued. A paid draft ends at once, other orders when the CA has revoked.',
  params: z.object({ id: sslOrderNumber }),
  body: z.object({ id: sameSslOrder }),
  result: sslOrderId,
  errors: ['ssl_order_not_found', 'ssl_status_prohibits'],
})

import { z } from 'zod'
import { operation } from '../operation'
import { sslOrderNumber, sameSslOrder } from './order-fields'
import { sslOrderId } from './ssl-order'

/** Cancels a certificate order. */
export const cancelSslOrder = operation({
  id: 'ssl-orders.cancel',
  service: 'orders',
  effect: 'write',
  isDestructive: true,
  method: 'POST',
  path: '/v1/ssl/orders/:id/cancel',
  summary: 'Cancel a certificate order',
  description:
    'Ends an order and revokes its certificates. Cannot be undone. The price is refunded until 30 days after the certificate was issued. A paid draft ends at once; other orders end when the CA has revoked the certificates.',
  params: z.object({ id: sslOrderNumber }),
  body: z.object({ id: sameSslOrder }),
  result: sslOrderId,
  errors: ['ssl_order_not_found', 'ssl_status_prohibits'],
  example: { id: 10001 },
  schemas: { request: 'orderCancelOrderRequest', response: 'orderCancelOrderResponse' },
})

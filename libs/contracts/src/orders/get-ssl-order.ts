import { z } from 'zod'
import { operation } from '../operation'
import { sslOrderNumber } from './order-fields'
import { sslOrder } from './ssl-order'

/** Reads a certificate order. */
export const getSslOrder = operation({
  id: 'ssl-orders.get',
  service: 'orders',
  effect: 'read',
  method: 'GET',
  path: '/v1/ssl/orders/:id',
  summary: 'Read a certificate order',
  description:
    'Use to see the status of an order, the missing proofs and, once issued, the certificate. The private key is never included.',
  params: z.object({ id: sslOrderNumber }),
  result: sslOrder,
  errors: ['ssl_order_not_found'],
  schemas: { response: 'orderGetOrderResponse' },
})

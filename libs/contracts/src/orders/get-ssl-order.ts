import { z } from 'zod'
import { operation } from '../operation'
import { sslOrder } from './ssl-order'
import { sslOrderNumber } from './about-orders'

/** Reads an order of a certificate. */
export const getSslOrder = operation({
  id: 'ssl-orders.get',
  service: 'orders',
  effect: 'read',
  method: 'GET',
  path: '/v1/ssl/orders/:id',
  summary: 'Read a certificate order',
  description:
    'Use to see where an order stands, which proofs are looked for, and the certificate once it is issued. The private key is never here.',
  params: z.object({ id: sslOrderNumber }),
  result: sslOrder,
  errors: ['ssl_order_not_found'],
})

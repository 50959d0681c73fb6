import { z } from 'zod'
import { operation } from '../operation'
import { page, results } from '../primitives/page'
import { flag, orderedBy, pattern, unlessBlank, word } from '../primitives/scalars'
import { sslOrder, sslOrderStatuses } from './ssl-order'

/** Lists the account's orders of certificates, newest first unless another order is asked for. */
export const listSslOrders = operation({
  id: 'ssl-orders.list',
  service: 'orders',
  effect: 'read',
  method: 'GET',
  path: '/v1/ssl/orders',
  summary: 'List certificate orders',
  description: 'Use to find certificate orders by name, state, customer, or because they expire soon.',
  query: z.object({
    ...page(),
    order_by: orderedBy(
      'common_name',
      'order_date',
      'active_date',
      'expiration_date',
      'status',
      'product_name',
    ).optional(),
    common_name_pattern: pattern.optional(),
    status: z.array(word(...sslOrderStatuses)).optional(),
    contact_handle: unlessBlank.meta({ description: 'Orders in which the customer has any role.' }),
    show_expiring: flag.prefault(false).meta({ description: 'Only those that end within 30 days.' }),
  }),
  result: results(sslOrder),
})

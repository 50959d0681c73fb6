import { z } from 'zod'
import { operation } from '../operation'
import { page, results } from '../primitives/page'
import { flag, orderedBy, pattern, unlessBlank, word } from '../primitives/scalars'
import { sslOrder, sslOrderStatuses } from './ssl-order'

/** Lists the certificate orders of the account, by default newest first. */
export const listSslOrders = operation({
  id: 'ssl-orders.list',
  service: 'orders',
  effect: 'read',
  method: 'GET',
  path: '/v1/ssl/orders',
  summary: 'List certificate orders',
  description: 'Use to find certificate orders by name, status or customer, or those that expire soon.',
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
    common_name_pattern: pattern
      .optional()
      .describe('Main name to look for, such as *.example.com; `*` stands for any characters.'),
    status: z
      .array(word(...sslOrderStatuses))
      .optional()
      .describe('Only orders with these statuses: PAI, REQ, ACT, REJ, FAI or EXP.'),
    contact_handle: unlessBlank.describe('Handle of a customer: only orders in which it has any role.'),
    show_expiring: flag.prefault(false).describe('Only orders that end within 30 days; false by default.'),
  }),
  result: results(sslOrder),
  schemas: { response: 'orderListOrdersResponse' },
})

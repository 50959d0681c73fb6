import { z } from 'zod'
import { operation } from '../operation'
import { domainNameQuery } from '../primitives/domain-name'
import { page, results } from '../primitives/page'
import { order, word } from '../primitives/scalars'
import { dmarcOrder, dmarcOrderStatuses } from './dmarc-order'

/** Lists the account's e-mail DMARC orders. */
export const listDmarcOrders = operation({
  id: 'dmarc-orders.list',
  service: 'orders',
  effect: 'read',
  method: 'GET',
  path: '/v1/easydmarcs/list',
  summary: 'List e-mail DMARC orders',
  description: 'Use to find e-mail DMARC orders by status. Returns one page and the total.',
  query: z.object({
    ...page(),
    order_by: z
      .object({ id: order.describe('Sorts by the number of the order: asc (oldest first) or desc.') })
      .partial()
      .optional()
      .describe('Column to sort by; newest orders first when absent.'),
    status: z
      .array(word(...dmarcOrderStatuses))
      .optional()
      .describe('Only orders with these statuses: REQ, ACT, FAI, DEL or EXP.'),
    domain: domainNameQuery.describe('Only orders of this domain.'),
  }),
  result: results(dmarcOrder),
  errors: [],
  schemas: { response: 'orderListEasyDmarcResponse' },
})

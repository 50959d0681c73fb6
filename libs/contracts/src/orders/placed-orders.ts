import { z } from 'zod'
import { internalOperation } from '../operation'

/** Orders per request. */
export const MAX_ORDERS_ASKED = 500

/**
 * Returns which of these orders were placed. With `refuseOthers` the owner records all other ids as refused in the same
 * transaction, so that an order that arrives later fails and the answer stays true.
 */
export const placedOrders = internalOperation({
  id: 'domains.placed-orders',
  service: 'domains',
  audience: 'service',
  callers: ['orders'],
  effect: 'write',
  summary: 'Find out which orders were placed',
  body: z.object({ orderIds: z.array(z.uuid()).min(1).max(MAX_ORDERS_ASKED), refuseOthers: z.boolean() }),
  result: z.object({ placed: z.array(z.uuid()) }),
})

import { z } from 'zod'
import { internalOperation } from '../operation'

/** Orders in one question. */
export const MAX_ORDERS_ASKED = 500

/**
 * Asks the owner of reservations which of these orders were placed. With `refuseOthers` the owner records every other
 * id as refused in the same transaction, so that an order that is still on its way there fails: the answer stays true.
 */
export const placedOrders = internalOperation({
  id: 'domains.placed-orders',
  service: 'domains',
  audience: 'service',
  effect: 'write',
  summary: 'Tell which orders were placed',
  body: z.object({ orderIds: z.array(z.uuid()).min(1).max(MAX_ORDERS_ASKED), refuseOthers: z.boolean() }),
  result: z.object({ placed: z.array(z.uuid()) }),
})

import { z } from 'zod'
import { internalOperation } from '../operation'
import { charge } from './charge'

/** Services that place orders against an account's credit, and that tell whether an order was placed. */
export const orderOwner = z.enum(['domains'])
export type OrderOwner = z.output<typeof orderOwner>

/**
 * Sets the price of an order aside before the order is accepted. The order's id is the key: asking again with the same
 * id and charge gives the same answer. The owner then says `reservation.confirmed` in the transaction that places the
 * order, and later captures or releases. What is never confirmed is released after asking the owner.
 */
export const reserveCredit = internalOperation({
  id: 'ledger.reserve',
  service: 'orders',
  audience: 'service',
  effect: 'purchase',
  summary: 'Reserve credit for an order',
  body: z.object({ orderId: z.uuid(), owner: orderOwner, resellerId: z.int().min(1), charge }),
  result: z.object({ orderId: z.uuid() }),
  errors: ['credit_too_low', 'order_refused'],
})

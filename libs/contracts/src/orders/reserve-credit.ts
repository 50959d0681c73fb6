import { z } from 'zod'
import { internalOperation } from '../operation'
import { charge } from './charge'
import { spender } from './spender'

/** Services that place orders against an account's credit and answer whether an order was placed. */
export const orderOwner = z.enum(['domains'])
export type OrderOwner = z.output<typeof orderOwner>

/**
 * Reserves the price of an order before the order is accepted. The order's id is the key: a repeated request with the same
 * id and charge gets the same answer. The owner sends `reservation.confirmed` in the transaction that places the order,
 * and later captures or releases. A reservation that is never confirmed is released after the owner was asked.
 */
export const reserveCredit = internalOperation({
  id: 'ledger.reserve',
  service: 'orders',
  audience: 'service',
  callers: ['domains'],
  effect: 'purchase',
  summary: 'Reserve credit for an order',
  body: z.object({
    orderId: z.uuid(),
    owner: orderOwner,
    resellerId: z.int().min(1),
    charge,
    spender: spender.optional(),
  }),
  result: z.object({ orderId: z.uuid() }),
  errors: ['credit_too_low', 'key_spend_limit', 'order_refused'],
})

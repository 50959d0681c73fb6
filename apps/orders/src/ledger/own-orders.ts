import type { Charge } from '@nameyard/contracts/orders/charge'
import type { Tx } from '@nameyard/persistence/database'
import { statement } from '@nameyard/persistence/statement'
import { refusalOf, reserveOrders } from './reserve-orders'
import { confirmOpen, refundCaptured, settleOpen, type Settled } from './reservation.store'

/** Who owns the reservations of what this service sells itself. */
export const OWN = 'orders'

/** Which of these orders were placed here: one table for each thing that is sold. */
export const ownOrders = statement(
  'ledger.own-orders',
  `select order_id as "orderId" from dmarc_charge where order_id = any($1)
   union all select order_id from ssl_purchase where order_id = any($1)`,
)

/**
 * Reserves what an order of this service costs, in the transaction that places it: there is no moment at which one is
 * there without the other, and nobody has to be asked. Refuses with `credit_too_low`.
 */
export async function reserveOwn(
  tx: Tx,
  { orderId, resellerId, charge }: { readonly orderId: string; readonly resellerId: number; readonly charge: Charge },
  now: Date,
): Promise<void> {
  const order = { orderId, owner: OWN, charge }
  const [decision] = await reserveOrders(tx, resellerId, [order], now)
  const refusal = refusalOf(order, decision!)
  if (refusal) throw refusal
  await tx.query(confirmOpen, [orderId, now])
}

/** Takes or gives back what was reserved for an order of this service, in the transaction that ends it. */
export async function settleOwn(tx: Tx, orderId: string, outcome: 'captured' | 'released', now: Date): Promise<void> {
  const [settled] = await tx.query<Settled & Record<string, unknown>>(settleOpen, [orderId, outcome, now])
  // An operator may have ended it by hand before.
  if (settled?.found === null) throw new Error(`order ${orderId} ends without a reservation`)
}

/** Gives back what was taken for an order of this service, once, in the transaction that undoes it. */
export async function refundOwn(tx: Tx, orderId: string, now: Date): Promise<void> {
  const [refunded] = await tx.query<Settled & Record<string, unknown>>(refundCaptured, [orderId, now])
  if (refunded?.found !== 'captured') throw new Error(`order ${orderId} is given back and was never taken`)
}

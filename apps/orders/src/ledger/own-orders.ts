import type { Tx } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'
import { confirmOpen, refundCaptured, settleOpen } from './reservation.store'
import { refusalOf, reserveOrders, type CreditOrder } from './reserve-orders'

/** Owner of the reservations for products that this service sells itself. */
export const OWN = 'orders'

/** Returns those of the orders that were placed in this service: one table per product. */
export const ownOrders = statement<{ orderIds: readonly string[] }, { orderId: string }>(
  'ledger.own-orders',
  ({ orderIds }) => sql`
    select order_id as "orderId" from dmarc_charge where order_id = any(${orderIds})
    union all select order_id from ssl_purchase where order_id = any(${orderIds})`,
)

/** An order of this service that needs credit. */
interface OwnOrder extends Omit<CreditOrder, 'owner' | 'request'> {
  readonly resellerId: number
}

/**
 * Reserves the price of an order of this service and confirms it, in the transaction that places the order. So the
 * reservation never needs to be reconciled. Refuses with `credit_too_low` and `key_spend_limit`.
 */
export async function reserveOwn(tx: Tx, { orderId, resellerId, charge, spender }: OwnOrder, now: Date): Promise<void> {
  const order = { orderId, owner: OWN, charge, spender, request: tx.correlationId }
  const [decision] = await reserveOrders(tx, resellerId, [order], now)
  const refusal = refusalOf(order, decision!)
  if (refusal) throw refusal
  await tx.query(confirmOpen, { orderIds: [orderId], now })
}

/** Captures or releases the reservation of an order of this service, in the transaction that ends the order. */
export async function settleOwn(tx: Tx, orderId: string, outcome: 'captured' | 'released', now: Date): Promise<void> {
  const [settled] = await tx.query(settleOpen, { orderIds: [orderId], outcome, now })
  // An operator may have settled it by hand before.
  if (!settled) throw new Error(`order ${orderId} has no reservation to settle`)
}

/** Refunds what was captured for an order of this service, once, in the transaction that undoes the order. */
export async function refundOwn(tx: Tx, orderId: string, now: Date): Promise<void> {
  const [refunded] = await tx.query(refundCaptured, { orderId, now })
  if (refunded?.found !== 'captured') throw new Error(`order ${orderId} was never captured and cannot be refunded`)
}

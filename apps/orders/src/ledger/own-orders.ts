import { Injectable } from '@nestjs/common'
import type { Tx } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'
import { MoneyEvents } from './money-events'
import { confirmOpen } from './reservation.store'
import { refusalOf, reserveOrders, type CreditOrder } from './reserve-orders'
import { Settlement } from './settlement'

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

/** The money of orders of this service, in the transactions that place and end them. */
@Injectable()
export class OwnCredit {
  constructor(
    private readonly settlement: Settlement,
    private readonly events: MoneyEvents,
  ) {}

  /**
   * Reserves the price of an order and confirms it, so the reservation never needs to be reconciled. Refuses with
   * `credit_too_low` and `key_spend_limit`.
   */
  async reserve(tx: Tx, { orderId, resellerId, charge, spender }: OwnOrder, now: Date): Promise<void> {
    const order = { orderId, owner: OWN, charge, spender, request: tx.correlationId }
    const [decision] = await reserveOrders(tx, this.events, resellerId, [order], now)
    const refusal = refusalOf(order, decision!)
    if (refusal) throw refusal
    await tx.query(confirmOpen, { orderIds: [orderId], now })
  }

  /** Captures or releases the reservation of an order. */
  async settle(tx: Tx, orderId: string, outcome: 'captured' | 'released'): Promise<void> {
    const settled =
      outcome === 'captured'
        ? (await this.settlement.capture(tx, new Map([[orderId, tx.correlationId]])))[0]
        : await this.settlement.release(tx, orderId)
    // An operator may have settled it by hand before.
    if (!settled) throw new Error(`order ${orderId} has no reservation to settle`)
  }

  /** Refunds what was captured for an order, once. */
  async refund(tx: Tx, orderId: string): Promise<void> {
    const refunded = await this.settlement.refund(tx, orderId)
    if (refunded?.found !== 'captured') throw new Error(`order ${orderId} was never captured and cannot be refunded`)
  }
}

import { Injectable } from '@nestjs/common'
import type { Tx } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { lockAccount } from './account.store'
import { MoneyEvents } from './money-events'
import { refundCaptured, settleOpen, type Settled } from './reservation.store'

/** Captures, releases and refunds what orders cost, with the events of it. */
@Injectable()
export class Settlement {
  constructor(
    private readonly events: MoneyEvents,
    private readonly clock: Clock,
  ) {}

  /**
   * Captures the reservations of delivered orders. Returns the orders as they were before; unknown ones are missing.
   * @param requests the request that each order belongs to
   */
  async capture(tx: Tx, requests: ReadonlyMap<string, string>): Promise<readonly Settled[]> {
    const now = this.clock.now()
    const settled = await tx.query(settleOpen, { orderIds: [...requests.keys()], outcome: 'captured', now })
    for (const order of settled) await this.record(tx, order, 'capture', now, requests.get(order.orderId))
    return settled
  }

  /** Releases the reservation of an order that has failed. Returns the order as it was before. */
  async release(tx: Tx, orderId: string): Promise<Settled | undefined> {
    const [settled] = await tx.query(settleOpen, { orderIds: [orderId], outcome: 'released', now: this.clock.now() })
    if (settled && settled.id !== null && settled.amount > 0) {
      const { resellerId, amount } = settled
      // The statement has changed the account, so its lock is held.
      const [after] = await tx.query(lockAccount, { resellerId })
      const { available, reserved } = after!
      const before = { ...after!, available: available - amount, reserved: reserved + amount }
      await this.events.changed(tx, resellerId, { before, after: after!, by: 'released' })
    }
    return settled
  }

  /** Refunds what was captured for an order, once. Returns the order as it was before. */
  async refund(tx: Tx, orderId: string): Promise<Settled | undefined> {
    const now = this.clock.now()
    const [refunded] = await tx.query(refundCaptured, { orderId, now })
    if (refunded) await this.record(tx, refunded, 'refund', now)
    return refunded
  }

  private async record(tx: Tx, order: Settled, kind: 'capture' | 'refund', movedAt: Date, request?: string) {
    const { id, resellerId } = order
    if (id === null) return
    const sign = kind === 'refund' ? -1 : 1
    const [amount, discount, productAmount] = [sign * order.amount, sign * order.discount, sign * order.productAmount]
    await this.events.moved(tx, resellerId, { ...order, id, kind, movedAt, amount, discount, productAmount }, request)
  }
}

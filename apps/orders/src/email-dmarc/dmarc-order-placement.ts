import { randomUUID } from 'node:crypto'
import { Injectable } from '@nestjs/common'
import { fail } from '@nameyard/contracts/errors'
import type { Charge } from '@nameyard/contracts/orders/charge'
import type { Spender } from '@nameyard/contracts/orders/spender'
import type { Tx } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { askedIn } from '@nameyard/runtime/traces'
import { DmarcCharges } from './dmarc-charges'
import { DmarcEvents } from './dmarc-events'
import {
  supersedeEndedOrders,
  placeDmarcOrder,
  placeRefusedDmarcOrder,
  type DmarcOrderRow,
  type OrderedDomain,
} from './dmarc-order.store'
import { proofDeadline } from './model/dmarc-order-lifecycle'
import { WhenDmarcOrderDue } from './when-dmarc-order-due'

/** Places orders. Order, reservation and confirmation are one transaction, so nothing is reserved for an order that was not placed. */
@Injectable()
export class DmarcOrderPlacement {
  constructor(
    private readonly clock: Clock,
    private readonly charges: DmarcCharges,
    private readonly events: DmarcEvents,
    private readonly due: WhenDmarcOrderDue,
  ) {}

  /** Refuses with `dmarc_order_active`, `credit_too_low` and `key_spend_limit`. */
  async place(tx: Tx, ordered: OrderedDomain, charge: Charge, spender: Spender | undefined): Promise<DmarcOrderRow> {
    const [now, chargeId] = [this.clock.now(), randomUUID()]
    const claimedUntil = await supersedeEndedOrders(tx, ordered.name)
    const order = { ...ordered, now, chargeId, givesUpAt: proofDeadline(now), claimedUntil, ...askedIn(tx) }
    const [placed] = await tx.query(placeDmarcOrder, order)
    if (!placed) return fail('dmarc_order_active', { domain: ordered.name })
    await this.charges.reserve(tx, { id: placed.id, resellerId: ordered.resellerId }, charge, 1, {
      orderId: chargeId,
      spender,
    })
    await this.events.tell(tx, ordered.resellerId, placed, 'placed')
    tx.afterCommit(() => this.due.wake())
    return placed
  }

  /** Stores an order that could not be placed, with the reason. */
  async refuse(tx: Tx, ordered: OrderedDomain, problem: string): Promise<void> {
    const [refused] = await tx.query(placeRefusedDmarcOrder, { ...ordered, now: this.clock.now(), problem })
    await this.events.tell(tx, ordered.resellerId, refused!, 'failed')
  }
}

import { randomUUID } from 'node:crypto'
import { fail } from '@nameyard/contracts/errors'
import type { Charge } from '@nameyard/contracts/orders/charge'
import type { Tx } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { Injectable } from '@nestjs/common'
import { DmarcMoney } from './dmarc-money'
import { makeWay, placeDmarcOrder, placeRefusedDmarcOrder, type DmarcOrderRow } from './dmarc-order.store'
import { givesUp } from './model/dmarc-order-life'
import { WhenDmarcOrderDue } from './when-dmarc-order-due'

/** A domain of an account that e-mail DMARC is ordered for. */
export interface Ordered {
  readonly resellerId: number
  readonly domainId: number
  readonly name: string
  readonly label: string
  readonly extension: string
  readonly ownerHandle: string
}

/** Places orders: order, reservation and its confirmation are one transaction, nothing is set aside for what was not placed. */
@Injectable()
export class DmarcPlacing {
  constructor(
    private readonly clock: Clock,
    private readonly money: DmarcMoney,
    private readonly due: WhenDmarcOrderDue,
  ) {}

  /** Refuses with `dmarc_order_active` and `credit_too_low`. */
  async place(tx: Tx, ordered: Ordered, charge: Charge): Promise<DmarcOrderRow> {
    const [now, chargeId] = [this.clock.now(), randomUUID()]
    const claimedUntil = await makeWay(tx, ordered.name)
    const values = [...valuesOf(ordered), now, chargeId, givesUp(now), claimedUntil]
    const [placed] = await tx.query<DmarcOrderRow>(placeDmarcOrder, values)
    if (!placed) return fail('dmarc_order_active', { domain: ordered.name })
    await this.money.reserve(tx, { id: placed.id, resellerId: ordered.resellerId }, charge, 1, chargeId)
    tx.afterCommit(() => this.due.wake())
    return placed
  }

  /** Writes down an order that could not be placed, and why. */
  async refuse(tx: Tx, ordered: Ordered, problem: string): Promise<void> {
    await tx.query(placeRefusedDmarcOrder, [...valuesOf(ordered), this.clock.now(), problem])
  }
}

function valuesOf({ resellerId, domainId, name, label, extension, ownerHandle }: Ordered): unknown[] {
  return [resellerId, domainId, name, label, extension, ownerHandle]
}

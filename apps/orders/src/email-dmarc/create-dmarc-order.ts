import { randomUUID } from 'node:crypto'
import { snapshotCustomers } from '@nameyard/contracts/customers/snapshot-customers'
import { findOwnedDomain } from '@nameyard/contracts/domains/find-owned-domain'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { createDmarcOrder } from '@nameyard/contracts/orders/create-dmarc-order'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Rpc } from '@nameyard/messaging/rpc'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { Controller, Inject } from '@nestjs/common'
import { DmarcMoney } from './dmarc-money'
import { dmarcOrderOnWire, makeWay, placeDmarcOrder, type DmarcOrderRow } from './dmarc-order.store'
import { DMARC_PROVIDER, type DmarcProvider } from './dmarc-provider'
import { givesUp } from './model/dmarc-order-life'
import { orderedName } from './ordered-name'
import { WhenDmarcOrderDue } from './when-dmarc-order-due'

/** Orders e-mail DMARC monitoring for a domain of the account; one order per domain is alive at a time. */
@Controller()
export class CreateDmarcOrder {
  constructor(
    private readonly database: Database,
    private readonly rpc: Rpc,
    private readonly clock: Clock,
    private readonly money: DmarcMoney,
    private readonly due: WhenDmarcOrderDue,
    @Inject(DMARC_PROVIDER) private readonly provider: DmarcProvider,
  ) {}

  /** Order, reservation and its confirmation are one transaction: nothing is set aside for what was not placed. */
  @Handles(createDmarcOrder)
  async execute(order: Input<typeof createDmarcOrder>, call: Call): Promise<Result<typeof createDmarcOrder>> {
    const resellerId = resellerOf(call)
    const { name, label, extension } = orderedName(order.domain)
    const [domain, { snapshots }, charge] = await Promise.all([
      this.rpc.call(findOwnedDomain, { resellerId, name }, call),
      this.rpc.call(snapshotCustomers, { resellerId, handles: [order.owner_handle] }, call),
      this.money.price(resellerId, 'create', name),
    ])
    if (snapshots.length === 0) fail('customer_not_found', { handle: order.owner_handle })
    const [now, chargeId] = [this.clock.now(), randomUUID()]
    const values = [
      resellerId,
      domain.domainId,
      name,
      label,
      extension,
      order.owner_handle,
      now,
      chargeId,
      givesUp(now),
    ]
    return this.database.unitOfWork(call, async (tx) => {
      const claimedUntil = await makeWay(tx, name)
      const [placed] = await tx.query<DmarcOrderRow>(placeDmarcOrder, [...values, claimedUntil])
      if (!placed) return fail('dmarc_order_active', { domain: name })
      await this.money.reserve(tx, { id: placed.id, resellerId }, charge, 1, chargeId)
      tx.afterCommit(() => this.due.wake())
      return dmarcOrderOnWire(placed, this.provider)
    })
  }
}

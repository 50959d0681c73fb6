import { snapshotCustomers } from '@nameyard/contracts/customers/snapshot-customers'
import { findOwnedDomain } from '@nameyard/contracts/domains/find-owned-domain'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { createDmarcOrder } from '@nameyard/contracts/orders/create-dmarc-order'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles, IsStillTrue } from '@nameyard/messaging/handles'
import { Rpc } from '@nameyard/messaging/rpc'
import { Database } from '@nameyard/persistence/database'
import { Controller, Inject } from '@nestjs/common'
import { DmarcMoney } from './dmarc-money'
import { dmarcOrderOnWire } from './dmarc-order.store'
import { DmarcPlacing } from './dmarc-placing'
import { DmarcOrderTruth, type PlacedDmarcOrder } from './dmarc-order-truth'
import { DMARC_PROVIDER, type DmarcProvider } from './dmarc-provider'
import { orderedName } from './ordered-name'

/** Orders e-mail DMARC monitoring for a domain of the account; one order per domain is alive at a time. */
@Controller()
export class CreateDmarcOrder {
  constructor(
    private readonly database: Database,
    private readonly rpc: Rpc,
    private readonly money: DmarcMoney,
    private readonly placing: DmarcPlacing,
    private readonly truth: DmarcOrderTruth,
    @Inject(DMARC_PROVIDER) private readonly provider: DmarcProvider,
  ) {}

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
    const ordered = { resellerId, domainId: domain.domainId, name, label, extension, ownerHandle: order.owner_handle }
    return this.database.unitOfWork(call, async (tx) =>
      dmarcOrderOnWire(await this.placing.place(tx, ordered, charge), this.provider),
    )
  }

  @IsStillTrue(createDmarcOrder)
  isStillTrue(placed: PlacedDmarcOrder): Promise<boolean> {
    return this.truth.isStillTrue(placed, { isRetry: false })
  }
}

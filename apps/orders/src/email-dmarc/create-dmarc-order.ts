import { Controller, Inject } from '@nestjs/common'
import { snapshotCustomers } from '@nameyard/contracts/customers/snapshot-customers'
import { findOwnedDomain } from '@nameyard/contracts/domains/find-owned-domain'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { createDmarcOrder } from '@nameyard/contracts/orders/create-dmarc-order'
import { spenderOf } from '@nameyard/contracts/orders/spender'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles, IsStillTrue } from '@nameyard/messaging/handles'
import { Rpc } from '@nameyard/messaging/rpc'
import { Database } from '@nameyard/persistence/database'
import { DmarcCharges } from './dmarc-charges'
import { dmarcOrderOnWire } from './dmarc-order-on-wire'
import { DmarcOrderPlacement } from './dmarc-order-placement'
import { DMARC_PROVIDER, type DmarcProvider } from './dmarc-provider'
import { DmarcReplyCheck, type PlacedDmarcOrder } from './dmarc-reply-check'
import { orderedName } from './ordered-name'

/** Orders e-mail DMARC monitoring for a domain of the account. A domain has at most one live order. */
@Controller()
export class CreateDmarcOrder {
  constructor(
    private readonly database: Database,
    private readonly rpc: Rpc,
    private readonly charges: DmarcCharges,
    private readonly placement: DmarcOrderPlacement,
    private readonly replyCheck: DmarcReplyCheck,
    @Inject(DMARC_PROVIDER) private readonly provider: DmarcProvider,
  ) {}

  @Handles(createDmarcOrder)
  async execute(order: Input<typeof createDmarcOrder>, call: Call): Promise<Result<typeof createDmarcOrder>> {
    const resellerId = resellerOf(call)
    const { name, label, extension } = orderedName(order.domain)
    const [domain, { snapshots }, charge] = await Promise.all([
      this.rpc.call(findOwnedDomain, { resellerId, name }, call),
      this.rpc.call(snapshotCustomers, { resellerId, handles: [order.owner_handle] }, call),
      this.charges.price(resellerId, 'create', name),
    ])
    if (snapshots.length === 0) fail('customer_not_found', { handle: order.owner_handle })
    const ordered = { resellerId, domainId: domain.domainId, name, label, extension, ownerHandle: order.owner_handle }
    return this.database.unitOfWork(call, async (tx) =>
      dmarcOrderOnWire(await this.placement.place(tx, ordered, charge, spenderOf(call)), this.provider),
    )
  }

  @IsStillTrue(createDmarcOrder)
  isStillTrue(placed: PlacedDmarcOrder): Promise<boolean> {
    return this.replyCheck.isStillTrue(placed, { isRetry: false })
  }
}

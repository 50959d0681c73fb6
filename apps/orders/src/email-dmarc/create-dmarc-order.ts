import { snapshotCustomers } from '@nameyard/contracts/customers/snapshot-customers'
import { findOwnedDomain } from '@nameyard/contracts/domains/find-owned-domain'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { createDmarcOrder } from '@nameyard/contracts/orders/create-dmarc-order'
import { resellerOf } from '@nameyard/contracts/reseller-of'
import { Handles } from '@nameyard/messaging/handles'
import { Rpc } from '@nameyard/messaging/rpc'
import { Database } from '@nameyard/persistence/database'
import { statement } from '@nameyard/persistence/statement'
import { Clock } from '@nameyard/runtime/clock'
import { Controller } from '@nestjs/common'
import { dmarcOrderColumns, dmarcOrderOnWire, type DmarcOrderRow } from './dmarc-order.store'
import { orderedName } from './ordered-name'

const place = statement(
  'orders.place-dmarc',
  `insert into dmarc_order as o
     (reseller_id, domain_id, name, label, extension, owner_handle, status, ordered_at)
   values ($1, $2, $3, $4, $5, $6, 'REQ', $7)
   on conflict (name) where status in ('REQ', 'ACT') do nothing
   returning ${dmarcOrderColumns}`,
)

/** Orders e-mail DMARC monitoring for a domain of the account; one order per domain is alive at a time. */
@Controller()
export class CreateDmarcOrder {
  constructor(
    private readonly database: Database,
    private readonly rpc: Rpc,
    private readonly clock: Clock,
  ) {}

  @Handles(createDmarcOrder)
  async execute(order: Input<typeof createDmarcOrder>, call: Call): Promise<Result<typeof createDmarcOrder>> {
    const resellerId = resellerOf(call)
    const { name, label, extension } = orderedName(order.domain)
    const [domain, { snapshots }] = await Promise.all([
      this.rpc.call(findOwnedDomain, { resellerId, name }, call),
      this.rpc.call(snapshotCustomers, { resellerId, handles: [order.owner_handle] }, call),
    ])
    if (snapshots.length === 0) fail('customer_not_found', { handle: order.owner_handle })
    const values = [resellerId, domain.domainId, name, label, extension, order.owner_handle, this.clock.now()]
    return this.database.unitOfWork(call, async (tx) => {
      const [placed] = await tx.query<DmarcOrderRow>(place, values)
      return placed ? dmarcOrderOnWire(placed) : fail('dmarc_order_active', { domain: name })
    })
  }
}

import type { Payload } from '@nameyard/contracts/event'
import { registryOperationSettled } from '@nameyard/contracts/registry/operation-settled'
import { Consumes, type Delivery } from '@nameyard/messaging/consumes'
import { Outbox } from '@nameyard/outbox/outbox'
import { Database, type Tx } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { Controller } from '@nestjs/common'
import { RenamedHosts } from '../hosts/renamed-hosts'
import { PaidOrders } from '../placing/paid-orders'
import { Settlements } from '../registry/settlements'
import { rulesOf } from '../tlds/catalogue'
import { followVersion, lockByOperation, saveSettlement } from './registry-operation.store'
import { trueOutcome } from './model/outcome'
import { refusalOf } from './model/order-refusal'
import { Outcomes } from './outcomes'

/** Brings the end of a registry operation back to the domain: its dates, its phase, its money, and what follows. */
@Controller()
export class OnRegistryOperationSettled {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly outcomes: Outcomes,
    private readonly orders: PaidOrders,
    private readonly settlements: Settlements,
    private readonly renamed: RenamedHosts,
    private readonly clock: Clock,
  ) {}

  @Consumes(registryOperationSettled)
  async on(settlement: Payload<typeof registryOperationSettled>, delivery: Delivery): Promise<void> {
    await this.database.unitOfWork(delivery, (tx) =>
      this.outbox
        .once(tx, delivery.messageId, 'domains.settlement', () => this.settle(tx, settlement))
        .then(() => undefined),
    )
  }

  private async settle(tx: Tx, settlement: Payload<typeof registryOperationSettled>): Promise<void> {
    const { operationId, registry: view } = settlement
    const locked = await lockByOperation(tx, operationId)
    if (!locked) throw new Error(`operation ${operationId} settled, but no domain ordered it`)
    const { domain, operation } = locked
    if (operation.state !== 'submitted') return
    const { outcome, reason } = trueOutcome(domain, operation, { ...settlement, view }, rulesOf(domain))
    const spokenAt = new Date(settlement.settledAt)
    await this.outcomes.take(tx, domain, operation, { outcome, view, reason, spokenAt })
    await followVersion(tx, domain, operation)
    await this.renamed.follow(tx, view)
    const settledAt = this.clock.now()
    await saveSettlement(tx, {
      operationId,
      state: outcome,
      settledAt,
      reason: reason?.text ?? null,
      reasonCode: reason?.code ?? null,
      reasonSubject: reason?.subject ?? null,
      refusal: outcome === 'done' ? null : refusalOf({ purpose: operation.purpose, outcome, reason, view }),
    })
    await this.orders.end(tx, operation, domain.resellerId, outcome)
    await this.settlements.announce(tx, operationId)
  }
}

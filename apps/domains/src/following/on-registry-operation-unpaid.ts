import { Controller } from '@nestjs/common'
import type { Payload } from '@nameyard/contracts/event'
import { registryOperationUnpaid } from '@nameyard/contracts/registry/operation-unpaid'
import { Consumes, type Delivery } from '@nameyard/messaging/consumes'
import { Outbox } from '@nameyard/outbox/outbox'
import { Database, type Tx } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { DomainChanges } from '../lifecycle/domain-changes'
import { advance } from '../lifecycle/model/settlement'
import { followVersion, lockByOperation } from '../registry/registry-operation.store'
import { Settlements } from '../registry/settlements'
import { rulesOf } from '../tlds/catalogue'

/**
 * Lets an order wait while the balance at the registry is too low. Other operations wait as well, without a change of the
 * domain.
 */
@Controller()
export class OnRegistryOperationUnpaid {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly changes: DomainChanges,
    private readonly settlements: Settlements,
    private readonly clock: Clock,
  ) {}

  @Consumes(registryOperationUnpaid)
  async on({ operationId }: Payload<typeof registryOperationUnpaid>, delivery: Delivery): Promise<void> {
    await this.database.unitOfWork(delivery, (tx) =>
      this.outbox
        .once(tx, delivery.messageId, 'domains.unpaid', () => this.wait(tx, operationId))
        .then(() => undefined),
    )
  }

  private async wait(tx: Tx, operationId: string): Promise<void> {
    const locked = await lockByOperation(tx, operationId)
    if (!locked) throw new Error(`operation ${operationId} is unpaid, but no domain ordered it`)
    const { domain, operation } = locked
    const { state, purpose } = operation
    if (state !== 'submitted' || (purpose !== 'create' && purpose !== 'transfer')) return
    const step = advance(domain, { event: `${purpose}.unpaid` }, rulesOf(domain), this.clock.now())
    if (!step) return
    await this.changes.apply(tx, domain, step, { cause: 'transition' })
    await followVersion(tx, domain, operation)
    this.settlements.announce(tx, operationId)
  }
}

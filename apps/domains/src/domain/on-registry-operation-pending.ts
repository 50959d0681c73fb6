import type { Payload } from '@nameyard/contracts/event'
import { registryOperationPending } from '@nameyard/contracts/registry/operation-pending'
import { Consumes, type Delivery } from '@nameyard/messaging/consumes'
import { Outbox } from '@nameyard/outbox/outbox'
import { Database, type Tx } from '@nameyard/persistence/database'
import { Controller } from '@nestjs/common'
import { Settlements } from '../registry/settlements'
import { followVersion, lockByOperation, savePending } from './registry-operation.store'
import { Outcomes } from './outcomes'

/** Notes that a registry took an operation and thinks about it. Its end may be heard first; then this says nothing new. */
@Controller()
export class OnRegistryOperationPending {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly outcomes: Outcomes,
    private readonly settlements: Settlements,
  ) {}

  @Consumes(registryOperationPending)
  async on(pending: Payload<typeof registryOperationPending>, delivery: Delivery): Promise<void> {
    await this.database.unitOfWork(delivery, (tx) =>
      this.outbox.once(tx, delivery.messageId, 'domains.pending', () => this.note(tx, pending)).then(() => undefined),
    )
  }

  private async note(
    tx: Tx,
    { operationId, registry, pendingAt }: Payload<typeof registryOperationPending>,
  ): Promise<void> {
    const locked = await lockByOperation(tx, operationId)
    if (!locked) throw new Error(`operation ${operationId} is pending, but no domain ordered it`)
    const { domain, operation } = locked
    if (operation.state !== 'submitted' || operation.pendingAt !== null) return
    const spokenAt = new Date(pendingAt)
    await this.outcomes.take(tx, domain, operation, { outcome: 'pending', view: registry, spokenAt })
    await followVersion(tx, domain, operation)
    await savePending(tx, operationId, spokenAt)
    await this.settlements.announce(tx, operationId)
  }
}

import { Controller } from '@nestjs/common'
import type { Payload } from '@nameyard/contracts/event'
import { registryOperationPending } from '@nameyard/contracts/registry/operation-pending'
import { Consumes, type Delivery } from '@nameyard/messaging/consumes'
import { Outbox } from '@nameyard/outbox/outbox'
import { Database, type Tx } from '@nameyard/persistence/database'
import { AuthCodeCipher } from '@nameyard/runtime/auth-code-cipher'
import { sealedView } from '../lifecycle/auth-code'
import { OperationEvents } from '../registry/operation-events'
import { followVersion, lockByOperation, savePending } from '../registry/registry-operation.store'
import { Settlements } from '../registry/settlements'
import { Outcomes } from './outcomes'

/** Records that an operation is pending at the registry. Ignored when the end of the operation arrived first. */
@Controller()
export class OnRegistryOperationPending {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly outcomes: Outcomes,
    private readonly settlements: Settlements,
    private readonly codes: AuthCodeCipher,
    private readonly events: OperationEvents,
  ) {}

  @Consumes(registryOperationPending)
  async on(pending: Payload<typeof registryOperationPending>, delivery: Delivery): Promise<void> {
    await this.database.unitOfWork(delivery, (tx) =>
      this.outbox.once(tx, delivery.messageId, 'domains.pending', () => this.record(tx, pending)).then(() => undefined),
    )
  }

  private async record(
    tx: Tx,
    { operationId, registry, pendingAt }: Payload<typeof registryOperationPending>,
  ): Promise<void> {
    const locked = await lockByOperation(tx, operationId)
    if (!locked) throw new Error(`operation ${operationId} is pending, but no domain ordered it`)
    const { domain, operation } = locked
    if (operation.state !== 'submitted' || operation.pendingAt !== null) return
    const answeredAt = new Date(pendingAt)
    const view = sealedView(this.codes, domain.name, registry)
    await this.outcomes.apply(tx, domain, operation, { outcome: 'pending', view, answeredAt })
    await followVersion(tx, domain, operation)
    await savePending(tx, operationId, answeredAt)
    await this.events.tell(tx, domain, { ...operation, pendingAt: answeredAt })
    this.settlements.announce(tx, operationId)
  }
}

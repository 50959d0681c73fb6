import { Controller } from '@nestjs/common'
import type { Payload } from '@nameyard/contracts/event'
import { registryOperationSettled } from '@nameyard/contracts/registry/operation-settled'
import { withdrawRegistryOperation } from '@nameyard/contracts/registry/withdraw-operation'
import { Consumes, type Delivery } from '@nameyard/messaging/consumes'
import { Outbox } from '@nameyard/outbox/outbox'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { settlementEvent } from './execute-operation'
import type { Reason } from './model/verdict'
import { OperationStore } from './operation.store'

/** Withdraws an operation after a billing failure (2104), and sends the event that it has failed. */
@Controller()
export class OnWithdrawOperation {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly store: OperationStore,
    private readonly clock: Clock,
  ) {}

  @Consumes(withdrawRegistryOperation)
  async on(
    { operationId, reason: text }: Payload<typeof withdrawRegistryOperation>,
    { correlationId }: Delivery,
  ): Promise<void> {
    const reason: Reason = { refusal: 'registry_unavailable', text }
    await this.database.unitOfWork({ correlationId }, async (tx) => {
      const now = this.clock.now()
      const withdrawn = await this.store.withdraw(tx, operationId, reason, now)
      // Retried after the running command was answered.
      if (withdrawn === 'executing') throw new Error(`operation ${operationId} is executing`)
      if (withdrawn === undefined || typeof withdrawn === 'string') return
      await this.outbox.append(
        tx,
        registryOperationSettled,
        settlementEvent(withdrawn, { state: 'failed', reason, now }),
      )
    })
  }
}

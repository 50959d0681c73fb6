import { Controller } from '@nestjs/common'
import { tellAudit } from '@nameyard/contracts/audit/carried-out'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { failRegistryOperation } from '@nameyard/contracts/registry/fail-operation'
import { registryOperationSettled } from '@nameyard/contracts/registry/operation-settled'
import { Handles } from '@nameyard/messaging/handles'
import { Outbox } from '@nameyard/outbox/outbox'
import { Database, type Tx } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { Announcer } from '../operations/announcer'
import { settlementEvent } from '../operations/execute-operation'
import { Interventions, type Changed } from '../operations/intervention.store'
import type { Reason } from '../operations/model/verdict'
import { changedOrRefused } from './intervention'

/** Ends an operation as failed: at once if nothing of it may have had an effect, otherwise after the registry was asked. */
@Controller()
export class FailOperation {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly interventions: Interventions,
    private readonly announcer: Announcer,
    private readonly clock: Clock,
  ) {}

  @Handles(failRegistryOperation)
  async execute(
    { operationId, reason, isUnasked }: Input<typeof failRegistryOperation>,
    call: Call,
  ): Promise<Result<typeof failRegistryOperation>> {
    return this.database.unitOfWork(call, async (tx) => {
      const { changed, hasFailed } = await this.end(tx, operationId, reason, isUnasked)
      const { object, account, kind } = changed
      tellAudit(tx, {
        resellerId: null,
        subject: `registry operation ${operationId}`,
        changes: {
          operation: { to: `${kind} of ${object}` },
          fail: { to: hasFailed ? 'at once' : 'unless the registry carried it out' },
          reason: { to: reason },
        },
      })
      tx.afterCommit(() => this.announcer.wake())
      return { operationId, object, account, hasFailed }
    })
  }

  private async end(
    tx: Tx,
    operationId: string,
    text: string,
    isUnasked: boolean,
  ): Promise<{ readonly changed: Changed; readonly hasFailed: boolean }> {
    const now = this.clock.now()
    const reason: Reason = { refusal: 'registry_unavailable', text: `ended by an operator: ${text}` }
    const failed = await this.interventions.fail(tx, operationId, reason, now, isUnasked)
    if (failed && !('state' in failed)) {
      await this.outbox.append(tx, registryOperationSettled, settlementEvent(failed, { state: 'failed', reason, now }))
      return { changed: failed, hasFailed: true }
    }
    if (isUnasked) return { changed: changedOrRefused(failed, operationId), hasFailed: true }
    const asked = await this.interventions.failUnlessDone(tx, operationId, text, now)
    return { changed: changedOrRefused(asked, operationId), hasFailed: false }
  }
}

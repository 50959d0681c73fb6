import { Controller } from '@nestjs/common'
import { tellAudit } from '@nameyard/contracts/audit/carried-out'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { retryRegistryOperation } from '@nameyard/contracts/registry/retry-operation'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { Announcer } from '../operations/announcer'
import { Interventions } from '../operations/intervention.store'
import { changedOrRefused } from './intervention'

/** Continues an operation now. Its executor asks the registry about a command that was sent, as after every pause. */
@Controller()
export class RetryOperation {
  constructor(
    private readonly database: Database,
    private readonly interventions: Interventions,
    private readonly announcer: Announcer,
    private readonly clock: Clock,
  ) {}

  @Handles(retryRegistryOperation)
  async execute(
    { operationId, reason }: Input<typeof retryRegistryOperation>,
    call: Call,
  ): Promise<Result<typeof retryRegistryOperation>> {
    return this.database.unitOfWork(call, async (tx) => {
      const retried = await this.interventions.retry(tx, operationId, this.clock.now())
      const { object, account, kind } = changedOrRefused(retried, operationId)
      tellAudit(tx, {
        resellerId: null,
        subject: `registry operation ${operationId}`,
        changes: { operation: { to: `${kind} of ${object}` }, retry: { to: true }, reason: { to: reason } },
      })
      tx.afterCommit(() => this.announcer.wake())
      return { operationId, object, account }
    })
  }
}

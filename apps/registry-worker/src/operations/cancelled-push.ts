import { Injectable } from '@nestjs/common'
import { registryOperationSettled } from '@nameyard/contracts/registry/operation-settled'
import type { RegistryView } from '@nameyard/contracts/registry/registry-view'
import { Outbox } from '@nameyard/outbox/outbox'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { isOurs } from '../dialects/model/seen'
import { Exchange } from './exchange'
import { settlementEvent } from './execute-operation'
import type { Execution } from './execution'
import { Interventions } from './intervention.store'
import { backoffMs, type Reason, type Verdict } from './model/verdict'
import { viewOf } from './model/view'
import { OperationStore } from './operation.store'

/**
 * Cancels the order of a transfer that the losing registrar pushes. The registry has no request that could be cancelled: the
 * waiting transfer ends here, by its row, unless the domain is ours already or one of its commands was sent.
 */
@Injectable()
export class CancelledPush {
  constructor(
    private readonly exchange: Exchange,
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly interventions: Interventions,
    private readonly store: OperationStore,
    private readonly clock: Clock,
  ) {}

  async execute(execution: Execution<'domain.transfer-cancel'>): Promise<Verdict<RegistryView>> {
    const { operation, registry } = execution
    const { seen, answer } = await this.exchange.info(execution)
    if (seen === undefined) return this.exchange.unclear(operation, answer)
    const data = viewOf(seen, registry.registrarId)
    const now = this.clock.now()
    if (isOurs(seen, registry.registrarId)) {
      await this.store.runNow(operation, 'domain.transfer', now)
      const text = 'the losing registrar has pushed the domain already'
      return { kind: 'refused', reason: { refusal: 'registry_refused', text }, data }
    }
    const reason: Reason = { refusal: 'registry_refused', text: 'the account has cancelled the order' }
    const isEnded = await this.database.unitOfWork(operation, async (tx) => {
      const ended = await this.interventions.failWaiting(tx, operation, 'domain.transfer', reason, now)
      if (ended === 'under way') return false
      if (ended) {
        const settled = settlementEvent(ended, { state: 'failed', reason, now })
        await this.outbox.append(tx, registryOperationSettled, settled)
      }
      return true
    })
    if (isEnded) return { kind: 'done', data }
    const text = 'the transfer is being carried out'
    return {
      kind: 'retry',
      afterMs: backoffMs(operation.attempts - 1),
      reason: { refusal: 'registry_unavailable', text },
    }
  }
}

import { Inject, Injectable } from '@nestjs/common'
import type { Call } from '@nameyard/contracts/operation'
import { Database } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'
import { Clock } from '@nameyard/runtime/clock'
import { DOMAINS_CONFIG, type DomainsConfig } from '../config'
import type { RegistryOperation } from './registry-operation.store'
import { Settlements } from './settlements'

/** Time that a reply needs to reach the caller after the wait for the registry; milliseconds. */
const REPLY_MS = 500

type Operation = Pick<RegistryOperation, 'operationId'>

const withoutEnd = statement<Operation>(
  'domains.operation-without-end',
  ({ operationId }) => sql`
    select from registry_operation where operation_id = ${operationId} and state = 'submitted'`,
)

const withoutAnswer = statement<Operation>(
  'domains.operation-without-answer',
  ({ operationId }) => sql`
    select from registry_operation o join domain d on d.id = o.domain_id
    where o.operation_id = ${operationId} and o.state = 'submitted' and o.pending_at is null
      and d.phase <> 'waiting.party'`,
)

/** Waits a bounded time for registry operations, on behalf of a caller. */
@Injectable()
export class AwaitedOperations {
  constructor(
    private readonly database: Database,
    private readonly settlements: Settlements,
    private readonly clock: Clock,
    @Inject(DOMAINS_CONFIG) private readonly config: DomainsConfig,
  ) {}

  /** Waits until the registry has answered: the operation has ended, is pending, or waits for a payment. */
  async awaitAnswer(operationId: string, call: Call): Promise<void> {
    await this.await(withoutAnswer, operationId, call)
  }

  /** Waits until an operation has ended. */
  async awaitEnd(operationId: string, call: Call): Promise<void> {
    await this.await(withoutEnd, operationId, call)
  }

  /** Listens before it reads the row, so that a settlement between the two is not missed. */
  private async await(unsettled: typeof withoutEnd, operationId: string, { deadline }: Call): Promise<void> {
    const settlement = this.settlements.expect(operationId)
    try {
      const [isAwaited] = await this.database.read(unsettled, { operationId })
      const waitMs = Math.min(this.config.SETTLEMENT_WAIT_MS, deadline - this.clock.machineMs() - REPLY_MS)
      if (isAwaited) await settlement.within(waitMs)
    } finally {
      settlement.forget()
    }
  }
}

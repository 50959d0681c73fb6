import { Controller } from '@nestjs/common'
import type { Input, Result } from '@nameyard/contracts/operation'
import { describeRegistryOperations } from '@nameyard/contracts/registry/describe-operations'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'
import { Clock } from '@nameyard/runtime/clock'
import type { Reason } from '../operations/model/verdict'
import { PAID, type RegistryOperation } from '../operations/operation.store'
import { isBefore, isNext } from '../operations/turn'

type Described = Result<typeof describeRegistryOperations>['operations'][number]

type Row = Pick<RegistryOperation, 'id' | 'kind' | 'object' | 'attempts' | 'submittedAt' | 'pendingAt'> & {
  readonly runAt: Date
  readonly settledAt: Date | null
  readonly state: Described['state']
  readonly reason: Reason | null
  readonly waitsFor: Described['waitsFor'] | null
}

interface Asked {
  readonly ids: readonly string[]
  readonly now: Date
  readonly paid: typeof PAID
}

/** `waitsFor` is the first matching obstacle: an operation that is executing or pending waits for none of ours. */
const DESCRIBE = statement<Asked, Row>(
  'operations.describe',
  ({ ids, now, paid }) => sql`
    select o.id, o.kind, o.object, o.attempts, o.submitted_at as "submittedAt", o.pending_at as "pendingAt",
      o.settled_at as "settledAt", o.run_at as "runAt", o.reason,
      case when o.state = 'executing' and exists (
        select from registry_transaction t where t.operation_id = o.id and t.state = 'unknown')
        then 'reconciling' else o.state end as state,
      case
        when o.state in ('executing', 'done', 'refused', 'failed') then null
        when not ${isNext(sql`o`, now)} or exists (
          select from operation other where other.account = o.account and other.object = o.object
            and other.state not in ('done', 'refused', 'failed') and other.id <> o.id
            and ${isBefore(sql`other`, sql`o`, now)}) then 'earlier-operation'
        when a.closed_at is not null then 'account-closed'
        when a.unpaid_until > ${now} and o.state = 'queued' and o.kind = any(${paid}::text[]) then 'money'
        when o.state = 'waiting' then 'registry'
        when a.crowded_until > ${now} then 'session'
        when o.run_at > ${now} then 'pause'
        else 'turn'
      end as "waitsFor"
    from operation o left join registry_account a on a.account = o.account
    where o.id = any(${ids}::uuid[])`,
)

/** Returns the state of operations and what each of them waits for. */
@Controller()
export class DescribeOperations {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  @Handles(describeRegistryOperations)
  async execute({
    operationIds,
  }: Input<typeof describeRegistryOperations>): Promise<Result<typeof describeRegistryOperations>> {
    const rows = await this.database.read(DESCRIBE, { ids: operationIds, now: this.clock.now(), paid: PAID })
    return { operations: rows.map(onWire) }
  }
}

function onWire(row: Row): Described {
  const { id, kind, object, state, attempts, submittedAt, pendingAt, settledAt, runAt, reason, waitsFor } = row
  return {
    operationId: id,
    kind,
    object,
    state,
    attempts,
    submittedAt: submittedAt.toISOString(),
    ...(pendingAt && { pendingAt: pendingAt.toISOString() }),
    ...(settledAt && { settledAt: settledAt.toISOString() }),
    ...(waitsFor && { nextLookAt: runAt.toISOString(), waitsFor }),
    ...(reason && { reason }),
  }
}

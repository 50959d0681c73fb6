import type { Input, Result } from '@nameyard/contracts/operation'
import { describeRegistryOperations } from '@nameyard/contracts/registry/describe-operations'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { statement } from '@nameyard/persistence/statement'
import { Clock } from '@nameyard/runtime/clock'
import { Controller } from '@nestjs/common'
import type { Reason } from '../operations/model/verdict'
import { atItsTurn, PAID, type RegistryOperation } from '../operations/operation.store'

type Described = Result<typeof describeRegistryOperations>['operations'][number]

/** In the order in which one obstacle hides the next: what is under way or pending there waits for nothing of ours. */
const describe = statement(
  'operations.describe',
  `select o.id, o.kind, o.object, o.attempts, o.submitted_at as "submittedAt", o.pending_at as "pendingAt",
     o.settled_at as "settledAt", o.run_at as "runAt", o.reason,
     case when o.state = 'executing' and exists (
       select from registry_transaction t where t.operation_id = o.id and t.state = 'unknown')
       then 'reconciling' else o.state end as state,
     case
       when o.state in ('executing', 'done', 'refused', 'failed') then null
       when not ${atItsTurn('o', '$2')} or exists (
         select from operation other where other.account = o.account and other.object = o.object
           and other.state not in ('done', 'refused', 'failed') and other.seq < o.seq
           and ${atItsTurn('other', '$2')}) then 'earlier-operation'
       when a.closed_at is not null then 'account-closed'
       when a.unpaid_until > $2 and o.state = 'queued' and o.kind = any($3::text[]) then 'money'
       when o.state = 'waiting' then 'registry'
       when a.crowded_until > $2 then 'session'
       when o.run_at > $2 then 'pause'
       else 'turn'
     end as "waitsFor"
   from operation o left join registry_account a on a.account = o.account
   where o.id = any($1::uuid[])`,
)

type Row = Pick<
  RegistryOperation,
  'id' | 'kind' | 'object' | 'attempts' | 'submittedAt' | 'pendingAt' | 'settledAt' | 'runAt'
> & {
  readonly state: Described['state']
  readonly reason: Reason | null
  readonly waitsFor: Described['waitsFor'] | null
}

/** Tells how far operations are and what each waits for, in one statement. */
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
    const values = [operationIds, this.clock.now(), PAID]
    const rows = await this.database.read<Row & { [column: string]: unknown }>(describe, values)
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

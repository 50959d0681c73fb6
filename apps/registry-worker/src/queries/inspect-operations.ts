import { Controller } from '@nestjs/common'
import { fail } from '@nameyard/contracts/errors'
import type { Input, Result } from '@nameyard/contracts/operation'
import { inspectRegistryOperations } from '@nameyard/contracts/registry/inspect-operations'
import { Handles } from '@nameyard/messaging/handles'
import { Database } from '@nameyard/persistence/database'
import { sql, statement, type Placeholders } from '@nameyard/persistence/statement'
import { Clock } from '@nameyard/runtime/clock'
import type { Reason } from '../operations/model/verdict'
import { PAID, type RegistryOperation } from '../operations/operation.store'
import { Registries } from '../registries/registries'
import { adviceOn } from './advice'

type Inspected = Result<typeof inspectRegistryOperations>['operations'][number]
type Cause = NonNullable<Inspected['stuck']>['cause']

type Row = Pick<
  RegistryOperation,
  'id' | 'correlationId' | 'account' | 'resellerId' | 'kind' | 'object' | 'attempts' | 'submittedAt' | 'failReason'
> & {
  readonly state: Inspected['state']
  readonly runAt: Date
  readonly settledAt: Date | null
  readonly reason: Reason | null
  readonly cause: Cause | null
  readonly since: Date | null
  readonly closedReason: string | null
}

interface Asked {
  readonly now: Date
  readonly account: string | null
  readonly object: string
  readonly paid: typeof PAID
  readonly isStuck: boolean
  readonly limit: number
}

/**
 * SQL: operations with the cause that stops them. A lost command counts after five minutes, because the worker asks the
 * registry by itself before; a pending one after ten days, because transfers and restores take up to a week.
 */
const inspected = ({ now, paid }: Placeholders<Pick<Asked, 'now' | 'paid'>>) => sql`
  select o.*, a.closed_at, a.closed_reason, sent.at as sent_at,
    case
      when o.state in ('executing', 'done', 'refused', 'failed') then null
      when a.closed_at is not null then 'account-closed'
      when sent.at <= ${now}::timestamptz - interval '5 minutes' and o.state <> 'waiting' then 'unknown-outcome'
      when o.state = 'queued' and o.kind = any(${paid}::text[]) and (o.reason ->> 'code')::int = 2104 then 'money'
      when o.state = 'queued' and o.after is not null
        and o.submitted_at <= ${now}::timestamptz - interval '1 minute'
        and not exists (select from operation before where before.id = o.after) then 'predecessor-missing'
      when o.state = 'waiting' and o.pending_at <= ${now}::timestamptz - interval '10 days' then 'long-pending'
      when o.state = 'queued' and o.attempts >= 5 then 'not-sent'
    end as cause
  from operation o left join registry_account a on a.account = o.account
  left join lateral (
    select min(t.sent_at) as at from registry_transaction t
    where t.operation_id = o.id and t.state in ('sent', 'unknown')
      and o.state not in ('done', 'refused', 'failed')) sent on true`

const columns = sql`
  id, correlation_id as "correlationId", account, reseller_id as "resellerId", kind, object, attempts, submitted_at as "submittedAt",
  fail_reason as "failReason", run_at as "runAt", settled_at as "settledAt", reason, cause,
  closed_reason as "closedReason",
  case cause when 'account-closed' then closed_at when 'unknown-outcome' then sent_at
    when 'long-pending' then pending_at else submitted_at end as since,
  case when state = 'executing' and sent_at is not null then 'reconciling' else state end as state`

const UNFINISHED = statement<Omit<Asked, 'object'>, Row>(
  'operations.inspect-unfinished',
  (given) => sql`
    select ${columns} from (
      ${inspected(given)}
      where o.state not in ('done', 'refused', 'failed')
        and (${given.account}::text is null or o.account = ${given.account}::text)) found
    where cause is not null or not ${given.isStuck}::boolean
    order by submitted_at, id limit ${given.limit}`,
)

const OF_OBJECT = statement<Asked, Row>(
  'operations.inspect-object',
  (given) => sql`
    select ${columns} from (
      ${inspected(given)}
      where o.object = ${given.object}
        and (${given.account}::text is null or o.account = ${given.account}::text)) found
    where cause is not null or not ${given.isStuck}::boolean
    order by submitted_at desc, id limit ${given.limit}`,
)

const OF_REQUEST = statement<Omit<Asked, 'object'> & { readonly request: string }, Row>(
  'operations.inspect-request',
  (given) => sql`
    select ${columns} from (
      ${inspected(given)}
      where o.correlation_id = ${given.request}
        and (${given.account}::text is null or o.account = ${given.account}::text)) found
    where cause is not null or not ${given.isStuck}::boolean
    order by submitted_at, id limit ${given.limit}`,
)

/** Lists operations at registries, with what stops them and what an operator can do. */
@Controller()
export class InspectOperations {
  constructor(
    private readonly database: Database,
    private readonly registries: Registries,
    private readonly clock: Clock,
  ) {}

  @Handles(inspectRegistryOperations)
  async execute({
    account,
    object,
    request,
    isStuck,
    limit,
  }: Input<typeof inspectRegistryOperations>): Promise<Result<typeof inspectRegistryOperations>> {
    if (account !== undefined && !this.registries.has(account)) fail('registry_account_not_found', { account })
    const asked = { now: this.clock.now(), account: account ?? null, paid: PAID, isStuck, limit }
    const rows = await (request !== undefined
      ? this.database.read(OF_REQUEST, { ...asked, request })
      : object === undefined
        ? this.database.read(UNFINISHED, asked)
        : this.database.read(OF_OBJECT, { ...asked, object }))
    return { operations: rows.map(onWire) }
  }
}

function onWire(row: Row): Inspected {
  const { id, account, resellerId, kind, object, state, attempts, settledAt, reason, cause, closedReason } = row
  const text = reason ? `${reason.code === undefined ? '' : `${reason.code} `}${reason.text}` : undefined
  const isUnfinished = settledAt === null && state !== 'executing'
  return {
    operationId: id,
    request: row.correlationId,
    account,
    resellerId,
    kind,
    object,
    state,
    attempts,
    submittedAt: row.submittedAt.toISOString(),
    ...(settledAt && { settledAt: settledAt.toISOString() }),
    ...(isUnfinished && { nextLookAt: row.runAt.toISOString() }),
    ...(text !== undefined && { text }),
    ...(cause && {
      stuck: {
        cause,
        since: (row.since ?? row.submittedAt).toISOString(),
        ...adviceOn(cause, { account, text: cause === 'account-closed' ? (closedReason ?? undefined) : text }),
      },
    }),
    isToFail: row.failReason !== null,
  }
}

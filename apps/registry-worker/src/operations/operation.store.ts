import { Injectable } from '@nestjs/common'
import type { Payload } from '@nameyard/contracts/event'
import type { RegistryView } from '@nameyard/contracts/registry/registry-view'
import type { submitRegistryOperation } from '@nameyard/contracts/registry/submit-operation'
import type { Delivery } from '@nameyard/messaging/consumes'
import { Batcher } from '@nameyard/persistence/batcher'
import { Database, type Tx } from '@nameyard/persistence/database'
import { sql, statement, type Placeholders, type Sql } from '@nameyard/persistence/statement'
import { AuthCodeCipher } from '@nameyard/runtime/auth-code-cipher'
import { columnsOf, COMMITS_AT_ONCE, writingAnswers, type AnswerColumns, type Answered } from './journal-statements'
import { withCodes } from './model/codes'
import type { Reason } from './model/verdict'
import { isBefore, isNext } from './turn'

export type Submission = Payload<typeof submitRegistryOperation>
export type OperationState = 'queued' | 'executing' | 'waiting' | 'unknown' | 'done' | 'refused' | 'failed'

/** The content of an operation of one kind. */
export type Intent<Kind extends Submission['kind']> = Extract<Submission, { kind: Kind }>['intent']

/** One change to make at a registry. */
export interface RegistryOperation {
  id: string
  seq: string
  resellerId: number
  kind: Submission['kind']
  account: string
  object: string
  intent: Submission['intent']
  state: OperationState
  attempts: number
  absences: number
  reason: Reason | null
  /** When the registry answered 1001 (action pending). */
  pendingAt: Date | null
  /** The result of the pending action in a message of the registry. */
  pendingResult: boolean | null
  /** What the registry showed last (EPP info). */
  view: RegistryView | null
  correlationId: string
  /** Whether it is a routine look, for which no other operation waits. */
  isRoutine: boolean
  /** The `traceparent` of the step that submitted it; while it is executed, that of the execution. */
  trace: string | null
  /** The installations that the order has passed, this one at the end. */
  passed: readonly string[]
  submittedAt: Date
  /** Why an operator wants it to fail: nothing more may be sent for it. */
  failReason: string | null
}

/** An operation as its worker gets it. */
export type ClaimedOperation = Omit<
  RegistryOperation,
  'after' | 'isRoutine' | 'runAt' | 'worker' | 'isWoken' | 'settledAt'
>

/** The result of an operation, and the worker that held it. The auth code in its view is sealed. */
export interface End {
  readonly id: string
  readonly worker: number
  readonly state: 'done' | 'refused' | 'failed'
  readonly reason?: Reason
  readonly now: Date
  readonly view?: RegistryView
}

/** A withdrawn operation. */
export type Withdrawn = Pick<RegistryOperation, 'id' | 'kind' | 'object' | 'resellerId'>

/** One execution of an operation: each claim counts up the attempts. */
export type Execution = Pick<RegistryOperation, 'id' | 'attempts'>

/** An operation of one kind. */
export type OperationOf<Kind extends Submission['kind']> = ClaimedOperation & { kind: Kind; intent: Intent<Kind> }

/** Whether a submitted operation is a routine look. */
export const isRoutine = (submission: Submission): boolean =>
  submission.kind === 'domain.inspect' && submission.isRoutine === true

/** Kinds of operation that a registry charges. */
export const PAID: readonly Submission['kind'][] = [
  'domain.create',
  'domain.renew',
  'domain.trade',
  'domain.transfer',
  'domain.restore',
]

/** SQL: an intent without auth codes and contact data, which nothing needs once the operation has ended. */
export const withoutSecrets = (intent: Sql) =>
  sql`${intent} - array['authInfo', 'allocationToken', 'registrant', 'contacts', 'desired'] #- '{data,authInfo}'`

/**
 * Stores operations. Those with nothing before them in their domain and object count as announced: the caller sends their
 * messages after the commit. The others, and those that the caller claims itself, are announced by whoever finds them.
 */
const SUBMIT = statement<{ rows: string }, { id: string; isAnnounced: boolean }>(
  'operations.submit',
  ({ rows }) => sql`
      insert into operation (id, reseller_id, kind, account, object, intent, after, state, run_at, attempts, absences,
    correlation_id, submitted_at, passed, trace, is_routine, announced_at)
      select id, reseller_id, kind, account, object, intent, after, 'queued', now, 0, 0, correlation_id, now, passed,
      trace, is_routine, case when not is_claimed and after is null and row_number() over (partition by account, object order by ordinality) = 1
        and not exists (select from operation other where other.account = submitted.account
        and other.object = submitted.object and other.state not in ('done', 'refused', 'failed') offset 0)
      then clock_timestamp() end
      from rows from (jsonb_to_recordset(${rows}) as (id uuid, reseller_id integer, kind text, account text, object text,
      intent jsonb, after uuid, correlation_id text, now timestamptz, passed text[],
      trace text, is_routine boolean, is_claimed boolean)) with ordinality as submitted
      order by ordinality
      on conflict (id) do nothing
      returning id, announced_at is not null as "isAnnounced"`,
)

type Kinds = readonly Submission['kind'][]

const NEXT_DUE = statement<{ readonly now: Date; readonly paid: Kinds }, { dueAt: Date | null }>(
  'operations.next-due',
  ({ now, paid }) => sql`
    select min(case when o.state = 'executing' then ${now}::timestamptz
                    when o.state = 'queued' and o.kind = any(${paid}::text[]) then greatest(o.run_at, a.unpaid_until)
                    else o.run_at end) as "dueAt"
    from operation o left join registry_account a on a.account = o.account
    where o.state = 'executing' or (o.state in ('queued', 'waiting', 'unknown') and a.closed_at is null
      and (o.state <> 'waiting' or o.kind <> 'domain.transfer' or o.run_at <= ${now})
      and ${isNext(sql`o`, now)}
      and not exists (
        select from operation other
        where other.account = o.account and other.object = o.object and other.id <> o.id
          and other.state not in ('done', 'refused', 'failed') and ${isBefore(sql`other`, sql`o`, now)}))`,
)

/**
 * An operation that was woken during its execution continues at once. So this execution counts no absence: a registry that
 * lags must get the pauses between them, before a command is sent again.
 */
const POSTPONE = statement<{
  readonly id: string
  readonly worker: number
  readonly state: 'queued' | 'unknown'
  readonly runAt: Date
  readonly reason: string | null
  readonly absences: number
}>(
  'operations.postpone',
  ({ id, worker, state, runAt, reason, absences }) => sql`
    update operation set state = ${state}, run_at = case when is_woken then run_at else ${runAt} end,
      reason = ${reason}, absences = case when is_woken then 0 else ${absences} end, worker = null, announced_at = null
    where id = ${id} and worker = ${worker} and state = 'executing'`,
)

interface Waiting {
  readonly isFirst: boolean
  readonly view: RegistryView | null
}

/** The row before the update shows whether the registry reports the action as pending for the first time. */
const WAIT = statement<
  {
    readonly id: string
    readonly worker: number
    readonly runAt: Date
    readonly now: Date
    readonly view: string | null
  },
  Waiting
>(
  'operations.wait',
  ({ id, worker, runAt, now, view }) => sql`
    update operation o set state = 'waiting', run_at = case when o.is_woken then o.run_at else ${runAt} end,
      reason = null, worker = null, announced_at = null,
      pending_at = coalesce(o.pending_at, ${now}), view = coalesce(${view}::jsonb, o.view)
    from (select id, pending_at from operation where id = ${id} for update) before
    where o.id = before.id and o.worker = ${worker} and o.state = 'executing'
    returning before.pending_at is null as "isFirst", o.view`,
)

/** Ends of operations as JSON, and the last answers to them. */
export interface Settlement extends AnswerColumns {
  readonly ends: string
  readonly ids: readonly string[]
}

/**
 * SQL that ends operations that their worker still holds, and writes their last answers. `is_followed`: whether an operation
 * waits for this one, or for another of its object, and was stored before this statement. `ids` repeats the identifiers in
 * `ends`: without them PostgreSQL would read all executing operations.
 */
export const settling = (given: Placeholders<Settlement>) => sql`
  answered as (${writingAnswers(given)}), changed as (
    update operation o
    set state = e.state, reason = e.reason, settled_at = e.now, worker = null,
      intent = ${withoutSecrets(sql`o.intent`)}, view = coalesce(e.view, o.view) - 'authInfo'
    from jsonb_to_recordset(${given.ends})
      as e (id uuid, worker integer, state text, reason jsonb, now timestamptz, view jsonb)
    where o.id = any(${given.ids}::uuid[]) and o.id = e.id and o.worker = e.worker
    returning o.id, exists (
      select from operation other where other.account = o.account and other.object = o.object and other.id <> o.id
        and other.state not in ('done', 'refused', 'failed') offset 0)
      or exists (
        select from operation other where other.after = o.id and other.state = 'queued' offset 0) as is_followed)`

export function settlementOf(ends: readonly End[], answers: readonly Answered[]): Settlement {
  return { ends: JSON.stringify(ends), ids: ends.map(({ id }) => id), ...columnsOf(answers) }
}

/** Withdraws an operation that waits after a billing failure; one whose command is in flight decides itself. */
const WITHDRAW = statement<{ id: string; reason: string; now: Date }, Withdrawn>(
  'operations.withdraw',
  ({ id, reason, now }) => sql`
    update operation set state = 'failed', reason = ${reason}, settled_at = ${now}, intent = ${withoutSecrets(sql`intent`)}
    where id = ${id} and state = 'queued' and (reason ->> 'code')::int = 2104
    returning id, kind, object, reseller_id as "resellerId"`,
)

const STATE = statement<{ id: string }, { state: OperationState }>(
  'operations.state',
  ({ id }) => sql`select state from operation where id = ${id}`,
)

const RUN_NOW = statement<{ account: string; object: string; kind: Submission['kind']; now: Date }>(
  'operations.run-now',
  ({ account, object, kind, now }) => sql`
    update operation set run_at = ${now}
    where account = ${account} and object = ${object} and kind = ${kind} and state = 'waiting' and run_at > ${now}`,
)

/** The executions of a worker by themselves; of the others it only says that there are some. */
const EXECUTING = statement<{ self: number }, { worker: number; id: string | null; attempts: number | null }>(
  'operations.executing',
  ({ self }) => sql`
    select distinct worker, case when worker = ${self} then id end as id, case when worker = ${self} then attempts end as attempts
    from operation where state = 'executing'`,
)

const RELEASE = statement<{ readonly worker: number; readonly now: Date }, { id: string }>(
  'operations.release',
  ({ worker, now }) => sql`
    update operation set state = 'unknown', run_at = ${now}, worker = null, absences = 0, announced_at = null
    where state = 'executing' and worker = ${worker}
    returning id`,
)

const RELEASE_EXECUTIONS = statement<
  {
    readonly worker: number
    readonly now: Date
    readonly ids: readonly string[]
    readonly attempts: readonly number[]
  },
  { id: string }
>(
  'operations.release-executions',
  ({ worker, now, ids, attempts }) => sql`
    update operation o set state = 'unknown', run_at = ${now}, worker = null, absences = 0, announced_at = null
    from unnest(${ids}::uuid[], ${attempts}::integer[]) as lost (id, attempts)
    where o.id = lost.id and o.attempts = lost.attempts and o.state = 'executing' and o.worker = ${worker}
    returning o.id`,
)

/** A row to store. */
interface Row extends Readonly<Record<string, unknown>> {
  readonly id: string
}

/** The operations. Their rows decide which worker runs what. */
@Injectable()
export class OperationStore {
  private readonly submissions = new Batcher(
    async (rows: readonly Row[]) => {
      const stored = await this.database.read(SUBMIT, { rows: JSON.stringify(rows) })
      const isAnnounced = new Map(stored.map((each) => [each.id, each.isAnnounced]))
      // A repeated one is announced again: its first message may not have been sent.
      return rows.map(({ id }) => isAnnounced.get(id) ?? true)
    },
    { concurrency: COMMITS_AT_ONCE },
  )

  constructor(
    private readonly database: Database,
    private readonly codes: AuthCodeCipher,
  ) {}

  /**
   * Stores an operation, with its auth codes sealed. A repeated one changes nothing. Returns whether the caller must send the
   * message that announces it; not if it claims the operation itself.
   */
  async submit(
    account: string,
    submission: Submission,
    { correlationId, trace }: Pick<Delivery, 'correlationId' | 'trace'>,
    now: Date,
    isClaimed: boolean,
  ): Promise<boolean> {
    const { operationId, resellerId, kind, object, intent, after, passed } = submission
    return this.submissions.add({
      id: operationId,
      reseller_id: resellerId,
      kind,
      account,
      object,
      intent: withCodes(intent, (code) => this.codes.seal(object, code)),
      after,
      correlation_id: correlationId,
      trace,
      passed,
      now,
      is_routine: isRoutine(submission),
      is_claimed: isClaimed,
    })
  }

  /**
   * Returns when the next operation can run by itself: now while one is executing. Operations of a closed account wait
   * for an operator, and those behind another of their object wait for it. The hourly check of a pending transfer does
   * not count before it is due: the sandbox clock would stop at each, for nothing.
   */
  async nextDue(now: Date): Promise<Date | undefined> {
    const [row] = await this.database.read(NEXT_DUE, { now, paid: PAID })
    return row?.dueAt ?? undefined
  }

  /** Releases an operation for a later retry, if this worker still holds it. */
  async postpone(
    { id, absences }: Pick<RegistryOperation, 'id' | 'absences'>,
    worker: number,
    next: { readonly state: 'queued' | 'unknown'; readonly runAt: Date; readonly reason: Reason | null },
  ): Promise<void> {
    const reason = next.reason && JSON.stringify(next.reason)
    await this.database.read(POSTPONE, { id, worker, state: next.state, runAt: next.runAt, reason, absences })
  }

  /**
   * Makes an operation wait for its registry, which answered 1001; checked again at `runAt`. Returns whether this is the
   * first time, and the stored view; undefined when this worker does not hold the operation any more.
   */
  async wait(
    tx: Tx,
    id: string,
    worker: number,
    next: { readonly runAt: Date; readonly now: Date; readonly view: RegistryView | undefined },
  ): Promise<Waiting | undefined> {
    const view = next.view === undefined ? null : JSON.stringify(next.view)
    const [waiting] = await tx.query(WAIT, { id, worker, runAt: next.runAt, now: next.now, view })
    return waiting
  }

  /** Withdraws an operation after a billing failure. Returns it, or the state in which it cannot be withdrawn. */
  async withdraw(tx: Tx, id: string, reason: Reason, now: Date): Promise<Withdrawn | OperationState | undefined> {
    const [withdrawn] = await tx.query(WITHDRAW, { id, reason: JSON.stringify(reason), now })
    if (withdrawn) return withdrawn
    const [found] = await tx.query(STATE, { id })
    return found?.state
  }

  /** Makes an operation run now that waits for the registry: the event that it waits for has happened. */
  async runNow(
    { account, object }: Pick<RegistryOperation, 'account' | 'object'>,
    kind: Submission['kind'],
    now: Date,
  ): Promise<void> {
    await this.database.read(RUN_NOW, { account, object, kind, now })
  }

  /** Returns the workers that hold operations, also those that have ended, and the executions that this one holds. */
  async executing(self: number): Promise<{ workers: ReadonlySet<number>; own: readonly Execution[] }> {
    const rows = await this.database.read(EXECUTING, { self })
    const own = rows.flatMap(({ id, attempts }) => (id === null || attempts === null ? [] : [{ id, attempts }]))
    return { workers: new Set(rows.map(({ worker }) => worker)), own }
  }

  /** Releases the operations of a dead worker. The outcome of their sent commands is unknown. Returns their number. */
  async release(worker: number, now: Date): Promise<number> {
    return (await this.database.read(RELEASE, { worker, now })).length
  }

  /** Releases executions of a worker that it does not go on with. One that was claimed again meanwhile stays. */
  async releaseExecutions(worker: number, lost: readonly Execution[], now: Date): Promise<number> {
    const [ids, attempts] = [lost.map(({ id }) => id), lost.map((each) => each.attempts)]
    return (await this.database.read(RELEASE_EXECUTIONS, { worker, now, ids, attempts })).length
  }
}

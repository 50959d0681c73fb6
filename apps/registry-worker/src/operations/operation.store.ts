import { Injectable } from '@nestjs/common'
import type { Payload } from '@nameyard/contracts/event'
import type { RegistryView } from '@nameyard/contracts/registry/registry-view'
import type { submitRegistryOperation } from '@nameyard/contracts/registry/submit-operation'
import { changeWithMessages } from '@nameyard/outbox/outbox'
import { ASYNCHRONOUS_COMMIT } from '@nameyard/persistence/asynchronous-commit'
import { Batcher } from '@nameyard/persistence/batcher'
import { Database, type Tx } from '@nameyard/persistence/database'
import { sql, statement, type Placeholder, type Placeholders, type Sql } from '@nameyard/persistence/statement'
import { AuthCodeCipher } from '@nameyard/runtime/auth-code-cipher'
import { columnsOf, COMMITS_AT_ONCE, writingAnswers, type AnswerColumns, type Answered } from './journal.store'
import { withCodes } from './model/codes'
import type { Reason } from './model/verdict'

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
  /** The installations that the order has passed, this one at the end. */
  passed: readonly string[]
  submittedAt: Date
  /** Why an operator wants it to fail: nothing more may be sent for it. */
  failReason: string | null
}

/** An operation as its worker gets it. */
export type ClaimedOperation = Omit<RegistryOperation, 'after' | 'runAt' | 'worker' | 'isWoken' | 'settledAt'>

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

/** An operation of one kind. */
export type OperationOf<Kind extends Submission['kind']> = ClaimedOperation & { kind: Kind; intent: Intent<Kind> }

/** Kinds of operation that a registry charges. */
export const PAID: readonly Submission['kind'][] = [
  'domain.create',
  'domain.renew',
  'domain.trade',
  'domain.transfer',
  'domain.restore',
]

/**
 * SQL: whether no earlier operation of the domain must end before this one: its predecessor (`after`) has arrived and
 * ended. Cancelling a transfer does not wait for the end of the transfer. An operation with an unfinished predecessor
 * does not block others of its object, since the predecessor may arrive after them.
 */
export const isNext = (operation: Sql, now: Placeholder) => sql`
  (${operation}.after is null or exists (
    select from operation before where before.id = ${operation}.after
    and (before.state in ('done', 'refused', 'failed')
  or (${operation}.kind = 'domain.transfer-cancel' and before.kind = 'domain.transfer'
      and before.state = 'waiting' and before.run_at > ${now}))))`

/** SQL: an intent without auth codes and contact data, which nothing needs once the operation has ended. */
export const withoutSecrets = (intent: Sql) =>
  sql`${intent} - array['authInfo', 'allocationToken', 'registrant', 'contacts', 'desired'] #- '{data,authInfo}'`

const SUBMIT = statement<{ rows: string }>(
  'operations.submit',
  ({ rows }) => sql`
      insert into operation (id, reseller_id, kind, account, object, intent, after, state, run_at, attempts, absences,
    correlation_id, submitted_at, passed)
      select id, reseller_id, kind, account, object, intent, after, 'queued', now, 0, 0, correlation_id, now, passed
      from rows from (jsonb_to_recordset(${rows}) as (id uuid, reseller_id integer, kind text, account text, object text,
      intent jsonb, after uuid, correlation_id text, now timestamptz, passed text[])) with ordinality as submitted
      order by ordinality
      on conflict (id) do nothing`,
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
        where other.account = o.account and other.object = o.object and other.seq < o.seq
          and other.state not in ('done', 'refused', 'failed') and ${isNext(sql`other`, now)}))`,
)

/**
 * Claims the oldest runnable operations: due, next in their domain's order, and the first unfinished one of their object.
 * An operation that arrives late, with an older number, waits for one that is already running. Paid operations wait
 * during a pause after a billing failure, but not those whose command was sent: the registry must be asked about it.
 * Cancelling a transfer does not wait for its end. The commit need not reach the disk: a lost claim is free again, and
 * the journal's commit, before anything is sent, does wait. `offset 0` makes PostgreSQL look up each object in the index:
 * as a join, with statistics of an idle time, it would read all unfinished operations for each.
 */
const CLAIM = statement<
  {
    readonly worker: number
    readonly now: Date
    readonly account: string
    readonly most: number
    readonly paid: Kinds
  },
  ClaimedOperation
>(
  'operations.claim',
  ({ worker, now, account, most, paid }) => sql`
      update operation set state = 'executing', worker = ${worker}, attempts = attempts + 1, is_woken = false
      from ${ASYNCHRONOUS_COMMIT}
      where id = any(array(
      select o.id from operation o left join registry_account a on a.account = o.account
      where o.account = ${account} and o.state in ('queued', 'waiting', 'unknown') and o.run_at <= ${now}
      and a.closed_at is null
      and (a.unpaid_until is null or a.unpaid_until <= ${now} or o.state <> 'queued'
    or o.kind <> all(${paid}::text[]))
      and ${isNext(sql`o`, now)}
      and not exists (
      select from operation other
      where other.account = o.account and other.object = o.object and other.id <> o.id
      and other.state not in ('done', 'refused', 'failed')
      and (other.state = 'executing' or (other.seq < o.seq and ${isNext(sql`other`, now)}))
      and not (o.kind = 'domain.transfer-cancel' and other.kind = 'domain.transfer' and other.state = 'waiting'
            and other.run_at > ${now})
      offset 0)
      order by o.run_at, o.seq limit ${most} for update of o skip locked))
      returning id, seq, reseller_id as "resellerId", kind, account, object, intent, state, attempts, absences,
      reason, pending_at as "pendingAt", pending_result as "pendingResult", view, correlation_id as "correlationId",
      coalesce(passed, '{}') as passed, submitted_at as "submittedAt", fail_reason as "failReason"`,
)

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
      reason = ${reason}, absences = ${absences}, worker = null
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
      reason = null, worker = null,
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
 * SQL that ends operations that their worker still holds, and writes their last answers. `ids` repeats the identifiers in
 * `ends`: without them PostgreSQL would read all executing operations.
 */
export const settling = (given: Placeholders<Settlement>) => sql`
  answered as (${writingAnswers(given)}), changed as (
    update operation o
    set state = e.state, reason = e.reason, settled_at = e.now, worker = null,
      intent = ${withoutSecrets(sql`o.intent`)}, view = coalesce(e.view, o.view) - 'authInfo'
    from jsonb_to_recordset(${given.ends})
      as e (id uuid, worker integer, state text, reason jsonb, now timestamptz, view jsonb)
    where o.id = any(${given.ids}::uuid[]) and o.id = e.id and o.worker = e.worker returning o.id)`

/** Settles operations and stages an event for each that its worker still held. */
export const SETTLE = changeWithMessages<Settlement>('operations.settle', settling)

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

const EXECUTING_WORKERS = statement<void, { worker: number }>(
  'operations.executing-workers',
  () => sql`select distinct worker from operation where state = 'executing'`,
)

const RELEASE = statement<
  { readonly worker: number; readonly now: Date; readonly executing: readonly string[] },
  { id: string }
>(
  'operations.release',
  ({ worker, now, executing }) => sql`
    update operation set state = 'unknown', run_at = ${now}, worker = null, absences = 0
    where state = 'executing' and worker = ${worker} and id <> all(${executing}::uuid[])
    returning id`,
)

/** The operations. Their rows decide which worker runs what. */
@Injectable()
export class OperationStore {
  private readonly submissions = new Batcher(
    async (rows: readonly object[]) => {
      await this.database.read(SUBMIT, { rows: JSON.stringify(rows) })
      return rows.map(() => undefined)
    },
    { concurrency: COMMITS_AT_ONCE },
  )

  constructor(
    private readonly database: Database,
    private readonly codes: AuthCodeCipher,
  ) {}

  /** Stores an operation, with its auth codes sealed. A repeated one changes nothing. */
  async submit(
    account: string,
    { operationId, resellerId, kind, object, intent, after, passed }: Submission,
    correlationId: string,
    now: Date,
  ): Promise<void> {
    await this.submissions.add({
      id: operationId,
      reseller_id: resellerId,
      kind,
      account,
      object,
      intent: withCodes(intent, (code) => this.codes.seal(object, code)),
      after,
      correlation_id: correlationId,
      passed,
      now,
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

  /** Claims at most `most` runnable operations of the account, the oldest first. Their auth codes are opened. */
  async claim(worker: number, account: string, most: number, now: Date): Promise<ClaimedOperation[]> {
    const claimed = await this.database.read(CLAIM, { worker, now, account, most, paid: PAID })
    // `returning` has no defined order.
    return claimed
      .sort((one, other) => Number(BigInt(one.seq) - BigInt(other.seq)))
      .map((each) => ({ ...each, intent: withCodes(each.intent, (code) => this.codes.open(each.object, code)) }))
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

  /** Returns the workers that hold operations, also those that have ended. */
  async executingWorkers(): Promise<number[]> {
    const rows = await this.database.read(EXECUTING_WORKERS)
    return rows.map(({ worker }) => worker)
  }

  /**
   * Releases the operations of a worker, except those it still executes. The outcome of their sent commands is unknown.
   * Returns their number.
   */
  async release(worker: number, now: Date, executing: readonly string[] = []): Promise<number> {
    return (await this.database.read(RELEASE, { worker, now, executing })).length
  }
}

import { Injectable } from '@nestjs/common'
import { ASYNCHRONOUS_COMMIT } from '@nameyard/persistence/asynchronous-commit'
import { Database } from '@nameyard/persistence/database'
import { raw, sql, statement, type Placeholder, type Sql } from '@nameyard/persistence/statement'
import { AuthCodeCipher } from '@nameyard/runtime/auth-code-cipher'
import { withCodes } from './model/codes'
import { PAID, type ClaimedOperation, type Submission } from './operation.store'
import { isBefore, isNext } from './turn'

type Kinds = readonly Submission['kind'][]

/** An operation to announce, and its account. */
export interface Runnable {
  readonly id: string
  readonly account: string
  readonly isRoutine: boolean
}

/** What may run after an operation has ended is found by its id, account and object. */
export type Ended = Pick<ClaimedOperation, 'account' | 'id' | 'object'>

/** A queue of an account: that of its orders, or that of its routine looks. */
export type AccountQueue = Pick<Runnable, 'account' | 'isRoutine'>

/** The key of a queue. Names of accounts have no dots. */
export const keyOf = ({ account, isRoutine }: AccountQueue): string => (isRoutine ? `${account}.looks` : account)

/** Most operations that are announced together. */
export const MOST_ANNOUNCED = 500

/** How long a message is on its way before it may count as lost, if its queue is empty. */
const LOST = sql`interval '30 seconds'`

/**
 * SQL: whether an operation `o` of account `a` can be claimed: due, next in its domain's order, and the first unfinished one of
 * its object. An operation that arrives late, with an older number, waits for one that is already running. Paid operations
 * wait during a pause after a billing failure, but not those whose command was sent: the registry must be asked about it.
 * Cancelling a transfer does not wait for its end. `offset 0` makes PostgreSQL look up each object in the index: as a join,
 * with statistics of an idle time, it would read all unfinished operations for each.
 */
const isRunnable = (now: Placeholder, paid: Placeholder): Sql => sql`
    o.state in ('queued', 'waiting', 'unknown') and o.run_at <= ${now}
    and a.closed_at is null
    and (a.unpaid_until is null or a.unpaid_until <= ${now} or o.state <> 'queued' or o.kind <> all(${paid}::text[]))
    and ${isNext(sql`o`, now)}
    and not exists (
      select from operation other
      where other.account = o.account and other.object = o.object and other.id <> o.id
        and other.state not in ('done', 'refused', 'failed')
        and (other.state = 'executing' or ${isBefore(sql`other`, sql`o`, now)})
        and not (o.kind = 'domain.transfer-cancel' and other.kind = 'domain.transfer' and other.state = 'waiting'
          and other.run_at > ${now})
      offset 0)`

/** SQL: the operations of some ids as `o`. Each is looked up by its id, for the same reason. */
const byId = (ids: Sql): Sql => sql`
    (${ids}) as wanted cross join lateral (select * from operation each where each.id = wanted.id offset 0) as o`

/**
 * Claims the operations of messages, as far as they can run. The commit need not reach the disk: a lost claim is free again,
 * and the journal's commit, before anything is sent, does wait.
 */
const CLAIM = statement<
  { readonly worker: number; readonly now: Date; readonly ids: readonly string[]; readonly paid: Kinds },
  ClaimedOperation
>(
  'operations.claim',
  ({ worker, now, ids, paid }) => sql`
    update operation set state = 'executing', worker = ${worker}, attempts = attempts + 1, is_woken = false
    from ${ASYNCHRONOUS_COMMIT}
    where id = any(array(
      select o.id from ${byId(sql`select unnest(${ids}::uuid[]) as id`)}
      left join registry_account a on a.account = o.account
      where ${isRunnable(now, paid)}
      order by o.seq for update of o skip locked))
    returning id, seq, reseller_id as "resellerId", kind, account, object, intent, state, attempts, absences,
      reason, pending_at as "pendingAt", pending_result as "pendingResult", view, correlation_id as "correlationId",
      trace, coalesce(passed, '{}') as passed, submitted_at as "submittedAt", fail_reason as "failReason"`,
)

const ANNOUNCE = statement<{ readonly now: Date; readonly paid: Kinds }, Runnable>(
  'operations.announce',
  ({ now, paid }) => sql`
    update operation set announced_at = clock_timestamp()
    from ${ASYNCHRONOUS_COMMIT}
    where id = any(array(
      select o.id from operation o left join registry_account a on a.account = o.account
      where o.announced_at is null and ${isRunnable(now, paid)}
      order by o.run_at, o.seq limit ${raw(String(MOST_ANNOUNCED))} for update of o skip locked))
    returning id, account, is_routine as "isRoutine"`,
)

const ANNOUNCE_BEHIND = statement<
  {
    readonly now: Date
    readonly paid: Kinds
    readonly ids: readonly string[]
    readonly accounts: readonly string[]
    readonly objects: readonly string[]
  },
  Runnable
>(
  'operations.announce-behind',
  ({ now, paid, ids, accounts, objects }) => sql`
    update operation set announced_at = clock_timestamp()
    from ${ASYNCHRONOUS_COMMIT}
    where id = any(array(
      select o.id from ${byId(sql`
        select id from operation where after = any(${ids}::uuid[]) and state = 'queued' and after is not null
        union all
        select same.id from unnest(${accounts}::text[], ${objects}::text[]) as ended (account, object)
        cross join lateral (
          select other.id from operation other where other.account = ended.account and other.object = ended.object
          and other.state not in ('done', 'refused', 'failed') offset 0) as same`)}
      left join registry_account a on a.account = o.account
      where o.announced_at is null and ${isRunnable(now, paid)}
      order by o.seq for update of o skip locked))
    returning id, account, is_routine as "isRoutine"`,
)

/** Operations whose message is not on its way any more. */
const UNANNOUNCE = statement<{ readonly ids: readonly string[] }>(
  'operations.unannounce',
  ({ ids }) => sql`
    update operation set announced_at = null from ${ASYNCHRONOUS_COMMIT}
    where id = any(${ids}::uuid[]) and announced_at is not null and state in ('queued', 'waiting', 'unknown')`,
)

const OVERDUE_QUEUES = statement<void, AccountQueue>(
  'operations.overdue-queues',
  () => sql`
    select distinct account, is_routine as "isRoutine" from operation
    where state in ('queued', 'waiting', 'unknown') and announced_at < clock_timestamp() - ${LOST}`,
)

/** Beside an empty queue, operations whose messages are older than any backlog is likely to be. */
const UNANNOUNCE_LOST = statement<{ readonly accounts: readonly string[]; readonly routine: readonly boolean[] }>(
  'operations.unannounce-lost',
  ({ accounts, routine }) => sql`
    update operation set announced_at = null
    where state in ('queued', 'waiting', 'unknown') and announced_at < clock_timestamp() - ${LOST}
      and ((account, is_routine) in (select * from unnest(${accounts}::text[], ${routine}::boolean[]))
        or announced_at < clock_timestamp() - interval '1 day')`,
)

/**
 * Which operations are announced, and their claims by the workers that get the messages. `announced_at` is the outbox of
 * these messages: it is null from the moment at which an operation may need another one.
 */
@Injectable()
export class Announcements {
  constructor(
    private readonly database: Database,
    private readonly codes: AuthCodeCipher,
  ) {}

  /**
   * Claims operations of messages; their auth codes are opened. What cannot run now is announced again when it can.
   */
  async claim(worker: number, ids: readonly string[], now: Date): Promise<ClaimedOperation[]> {
    const claimed = await this.database.read(CLAIM, { worker, now, ids, paid: PAID })
    const got = new Set(claimed.map(({ id }) => id))
    const missed = ids.filter((id) => !got.has(id))
    // Never fails a claim that was made.
    if (missed.length > 0) await this.forget(missed).catch(() => undefined)
    return claimed.map((each) => ({
      ...each,
      intent: withCodes(each.intent, (code) => this.codes.open(each.object, code)),
    }))
  }

  /** Marks operations that can run and are not announced, of all accounts; the longest due first, some at a time. */
  takeRunnable(now: Date): Promise<Runnable[]> {
    return this.database.read(ANNOUNCE, { now, paid: PAID })
  }

  /** Marks those that can run and wait for the end of these operations, or for others on their objects. */
  takeBehind(ended: readonly Ended[], now: Date): Promise<Runnable[]> {
    const ids = ended.map(({ id }) => id)
    const [accounts, objects] = [ended.map(({ account }) => account), ended.map(({ object }) => object)]
    return this.database.read(ANNOUNCE_BEHIND, { now, paid: PAID, ids, accounts, objects })
  }

  /** Marks operations whose message was not sent, or has come too early. */
  async forget(ids: readonly string[]): Promise<void> {
    await this.database.read(UNANNOUNCE, { ids })
  }

  /** Returns the queues with messages that have been on their way for long. */
  overdueQueues(): Promise<AccountQueue[]> {
    return this.database.read(OVERDUE_QUEUES)
  }

  /** Marks the messages of queues as lost that have been on their way for long: the queues are empty. */
  async forgetLost(empty: readonly AccountQueue[]): Promise<void> {
    const [accounts, routine] = [empty.map(({ account }) => account), empty.map(({ isRoutine }) => isRoutine)]
    await this.database.read(UNANNOUNCE_LOST, { accounts, routine })
  }
}

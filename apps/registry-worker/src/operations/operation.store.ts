import { Injectable } from '@nestjs/common'
import type { Payload } from '@nameyard/contracts/event'
import type { RegistryView } from '@nameyard/contracts/registry/registry-view'
import type { submitRegistryOperation } from '@nameyard/contracts/registry/submit-operation'
import type { Change } from '@nameyard/outbox/outbox'
import { Database, type Tx } from '@nameyard/persistence/database'
import { Gathering } from '@nameyard/persistence/gathering'
import { statement } from '@nameyard/persistence/statement'
import { UNHURRIED } from '@nameyard/persistence/unhurried'
import { EntitySchema } from 'typeorm'
import { answeredFrom, answersIn, COMMITS_AT_ONCE, type Answered } from './journal.store'
import type { Reason } from './model/verdict'

export type Submission = Payload<typeof submitRegistryOperation>
export type OperationState = 'queued' | 'executing' | 'waiting' | 'unknown' | 'done' | 'refused' | 'failed'

/** What an operation of one kind asks for. */
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
  /** The operation of the same domain that must have ended before; it may not have arrived yet. */
  after: string | null
  state: OperationState
  runAt: Date
  worker: number | null
  attempts: number
  absences: number
  reason: Reason | null
  /** When the registry took it without carrying it out at once (1001). */
  pendingAt: Date | null
  /** How the registry said that the pending action ended. */
  pendingResult: boolean | null
  /** Whether a message of the registry concerned it while it was executed. */
  isWoken: boolean
  /** What the registry showed last. */
  view: RegistryView | null
  correlationId: string
  submittedAt: Date
  settledAt: Date | null
}

/** How an operation ended, in the hands of which worker. */
export interface End {
  readonly id: string
  readonly worker: number
  readonly state: 'done' | 'refused' | 'failed'
  readonly reason?: Reason
  readonly now: Date
  readonly view?: RegistryView
}

/** An operation that was withdrawn. */
export type Withdrawn = Pick<RegistryOperation, 'id' | 'kind' | 'object' | 'resellerId'>

/** An operation of one kind. */
export type OperationOf<Kind extends Submission['kind']> = RegistryOperation & { kind: Kind; intent: Intent<Kind> }

const text = { type: 'text' } as const
const integer = { type: 'integer' } as const
const instant = { type: 'timestamptz' } as const

export const operationSchema = new EntitySchema<RegistryOperation>({
  name: 'operation',
  columns: {
    id: { type: 'uuid', primary: true },
    seq: { type: 'bigint', generated: 'increment' },
    resellerId: { ...integer, name: 'reseller_id' },
    kind: text,
    account: text,
    object: text,
    intent: { type: 'jsonb' },
    after: { type: 'uuid', nullable: true },
    state: text,
    runAt: { ...instant, name: 'run_at' },
    worker: { ...integer, nullable: true },
    attempts: integer,
    absences: integer,
    reason: { type: 'jsonb', nullable: true },
    pendingAt: { ...instant, name: 'pending_at', nullable: true },
    pendingResult: { type: 'boolean', name: 'pending_result', nullable: true },
    isWoken: { type: 'boolean', name: 'is_woken', default: false },
    view: { type: 'jsonb', nullable: true },
    correlationId: { ...text, name: 'correlation_id' },
    submittedAt: { ...instant, name: 'submitted_at' },
    settledAt: { ...instant, name: 'settled_at', nullable: true },
  },
  indices: [
    {
      name: 'operation_runnable_of_account',
      columns: ['account', 'runAt', 'seq'],
      where: `state in ('queued', 'waiting', 'unknown')`,
    },
    {
      name: 'one_executing_operation_per_object',
      columns: ['account', 'object'],
      unique: true,
      where: `state = 'executing'`,
    },
    {
      name: 'operation_unsettled_of_object',
      columns: ['account', 'object', 'seq'],
      where: `state not in ('done', 'refused', 'failed')`,
    },
    { name: 'operation_of_object', columns: ['object', 'resellerId', 'submittedAt'] },
    { name: 'operation_behind', columns: ['after'], where: `state = 'queued' and after is not null` },
    { name: 'operation_executing', columns: ['worker'], where: `state = 'executing'` },
  ],
})

/** Kinds that a registry asks money for. */
export const PAID: readonly Submission['kind'][] = [
  'domain.create',
  'domain.renew',
  'domain.trade',
  'domain.transfer',
  'domain.restore',
]

/**
 * Whether an operation is at its turn in the order in which its domain submitted: what stands before it has arrived and
 * ended. Taking a transfer back does not wait for its end. What is not at its turn holds up nothing of its object, since
 * the one that it waits for may arrive behind it.
 */
export const atItsTurn = (operation: string, now: string) =>
  `(${operation}.after is null or exists (
      select from operation before where before.id = ${operation}.after
        and (before.state in ('done', 'refused', 'failed')
             or (${operation}.kind = 'domain.transfer-cancel' and before.kind = 'domain.transfer'
                 and before.state = 'waiting' and before.run_at > ${now}))))`

const submit = statement(
  'operations.submit',
  `insert into operation (id, reseller_id, kind, account, object, intent, after, state, run_at, attempts, absences,
                          correlation_id, submitted_at)
   select id, reseller_id, kind, account, object, intent, after, 'queued', now, 0, 0, correlation_id, now
   from rows from (jsonb_to_recordset($1) as (id uuid, reseller_id integer, kind text, account text, object text,
     intent jsonb, after uuid, correlation_id text, now timestamptz)) with ordinality as submitted
   order by ordinality
   on conflict (id) do nothing`,
)

const nextDue = statement(
  'operations.next-due',
  `select min(case when o.state = 'executing' then $1::timestamptz
                   when o.state = 'queued' and o.kind = any($2::text[]) then greatest(o.run_at, a.unpaid_until)
                   else o.run_at end) as "dueAt"
   from operation o left join registry_account a on a.account = o.account
   where o.state = 'executing' or (o.state in ('queued', 'waiting', 'unknown') and a.closed_at is null
     and (o.state <> 'waiting' or o.kind <> 'domain.transfer' or o.run_at <= $1)
     and ${atItsTurn('o', '$1')}
     and not exists (
       select from operation other
       where other.account = o.account and other.object = o.object and other.seq < o.seq
         and other.state not in ('done', 'refused', 'failed') and ${atItsTurn('other', '$1')}))`,
)

/**
 * The oldest operations that may run now: due, at their turn, and each first among the unsettled ones of its object that
 * are at theirs. What comes late, and nobody stands behind, waits for the one that already runs. What costs money waits
 * while the registry wants to see some, but not the question what became of a command that was sent. Taking a transfer
 * back does not wait for its end. A claim that the machine forgets was nobody's: the commit of the journal, before
 * anything is sent, waits for the disk. `offset 0` has each object looked up in the index: made a join, by figures from
 * when nothing was on its way, it reads all that is on its way for each.
 */
const claim = statement(
  'operations.claim',
  `update operation set state = 'executing', worker = $1, attempts = attempts + 1, is_woken = false
   from ${UNHURRIED}
   where id = any(array(
     select o.id from operation o left join registry_account a on a.account = o.account
     where o.account = $3 and o.state in ('queued', 'waiting', 'unknown') and o.run_at <= $2 and a.closed_at is null
       and (a.unpaid_until is null or a.unpaid_until <= $2 or o.state <> 'queued' or o.kind <> all($5::text[]))
       and ${atItsTurn('o', '$2')}
       and not exists (
         select from operation other
         where other.account = o.account and other.object = o.object and other.id <> o.id
           and other.state not in ('done', 'refused', 'failed')
           and (other.state = 'executing' or (other.seq < o.seq and ${atItsTurn('other', '$2')}))
           and not (o.kind = 'domain.transfer-cancel' and other.kind = 'domain.transfer' and other.state = 'waiting'
                    and other.run_at > $2)
         offset 0)
     order by o.run_at, o.seq limit $4 for update of o skip locked))
   returning id, seq, reseller_id as "resellerId", kind, account, object, intent, state, attempts, absences,
     reason, pending_at as "pendingAt", pending_result as "pendingResult", view, correlation_id as "correlationId",
     submitted_at as "submittedAt"`,
)

const postpone = statement(
  'operations.postpone',
  `update operation set state = $3, run_at = case when is_woken then run_at else $4 end, reason = $5, absences = $6,
     worker = null
   where id = $1 and worker = $2 and state = 'executing'`,
)

/** The row as it was tells whether the registry has it pending for the first time. */
const wait = statement(
  'operations.wait',
  `update operation o set state = 'waiting', run_at = case when o.is_woken then o.run_at else $3 end, reason = null,
     worker = null,
     pending_at = coalesce(o.pending_at, $4), view = coalesce($5::jsonb, o.view)
   from (select id, pending_at from operation where id = $1 for update) before
   where o.id = before.id and o.worker = $2 and o.state = 'executing'
   returning before.pending_at is null as "isFirst", o.view`,
)

/**
 * Ends operations that are still their worker's to end, which only those that are executed have; what was answered to
 * them last is written with it. They are found by `$2`: by their state, PostgreSQL would read all that is on its way.
 */
const settle = statement(
  'operations.settle',
  `answered as (${answeredFrom(3)}), changed as (
     update operation o
     set state = e.state, reason = e.reason, settled_at = e.now, worker = null, view = coalesce(e.view, o.view)
     from jsonb_to_recordset($1)
       as e (id uuid, worker integer, state text, reason jsonb, now timestamptz, view jsonb)
     where o.id = any($2::uuid[]) and o.id = e.id and o.worker = e.worker returning o.id)`,
)

/** Only what was not sent since the registry wanted money: a command in flight decides itself. */
const withdraw = statement(
  'operations.withdraw',
  `update operation set state = 'failed', reason = $2, settled_at = $3
   where id = $1 and state = 'queued' and (reason ->> 'code')::int = 2104
   returning id, kind, object, reseller_id as "resellerId"`,
)

const stateOf = statement('operations.state', 'select state from operation where id = $1')

const hurry = statement(
  'operations.hurry',
  `update operation set run_at = $4
   where account = $1 and object = $2 and kind = $3 and state = 'waiting' and run_at > $4`,
)

const workers = statement('operations.workers', `select distinct worker from operation where state = 'executing'`)

const orphan = statement(
  'operations.orphan',
  `update operation set state = 'unknown', run_at = $2, worker = null, absences = 0
   where state = 'executing' and worker = $1 and id <> all($3::uuid[])
   returning id`,
)

/** What ends operations, where they are still their worker's to end, and keeps what was answered to them last. */
export function settling(ends: readonly End[], answers: readonly Answered[]): Change {
  return { ...settle, values: [JSON.stringify(ends), ends.map(({ id }) => id), ...answersIn(answers)] }
}

/** The operations, as rows that decide. */
@Injectable()
export class OperationStore {
  private readonly submissions = new Gathering(async (rows: readonly object[]) => {
    await this.database.read(submit, [JSON.stringify(rows)])
    return rows.map(() => undefined)
  }, COMMITS_AT_ONCE)

  constructor(private readonly database: Database) {}

  /** Takes an operation in; one that is there already stays as it is. */
  async submit(
    account: string,
    { operationId, resellerId, kind, object, intent, after }: Submission,
    correlationId: string,
    now: Date,
  ): Promise<void> {
    await this.submissions.ask({
      id: operationId,
      reseller_id: resellerId,
      kind,
      account,
      object,
      intent,
      after,
      correlation_id: correlationId,
      now,
    })
  }

  /**
   * When the next operation can run by itself, as far as is known: now while one is executed. Those of an account that
   * is closed wait for a person, and those behind another of their object for that one, arrived or not. The hourly look
   * at a pending transfer does not count before it is due: nothing happens at that instant, and the sandbox clock would
   * stop at each.
   */
  async nextDue(now: Date): Promise<Date | undefined> {
    const [row] = await this.database.read<{ dueAt: Date | null }>(nextDue, [now, PAID])
    return row?.dueAt ?? undefined
  }

  /** Claims operations of the account that may run, the oldest first, and no more than `most`. */
  async claim(worker: number, account: string, most: number, now: Date): Promise<RegistryOperation[]> {
    const values = [worker, now, account, most, PAID]
    const claimed = await this.database.read<RegistryOperation & { [column: string]: unknown }>(claim, values)
    // `returning` promises no order.
    return claimed.sort((one, other) => Number(BigInt(one.seq) - BigInt(other.seq)))
  }

  /** Gives an operation back for a later try; nothing happens when it is no longer this worker's. */
  async postpone(
    { id, absences }: Pick<RegistryOperation, 'id' | 'absences'>,
    worker: number,
    next: { readonly state: 'queued' | 'unknown'; readonly runAt: Date; readonly reason: Reason | null },
  ): Promise<void> {
    const reason = next.reason && JSON.stringify(next.reason)
    await this.database.read(postpone, [id, worker, next.state, next.runAt, reason, absences])
  }

  /**
   * Leaves an operation to the registry, which keeps it pending; it is looked at again at `runAt`. Says whether the
   * registry has it so for the first time, and what it shows; nothing when the operation is no longer this worker's.
   */
  async wait(
    tx: Tx,
    id: string,
    worker: number,
    next: { readonly runAt: Date; readonly now: Date; readonly view: RegistryView | undefined },
  ): Promise<{ readonly isFirst: boolean; readonly view: RegistryView | null } | undefined> {
    const values = [id, worker, next.runAt, next.now, next.view === undefined ? null : JSON.stringify(next.view)]
    const [waiting] = await tx.query<{ isFirst: boolean; view: RegistryView | null }>(wait, values)
    return waiting
  }

  /** Ends an operation that waits for money; gives it, or else the state in which it cannot be withdrawn. */
  async withdraw(tx: Tx, id: string, reason: Reason, now: Date): Promise<Withdrawn | OperationState | undefined> {
    const [withdrawn] = await tx.query<Withdrawn & { [column: string]: unknown }>(withdraw, [
      id,
      JSON.stringify(reason),
      now,
    ])
    if (withdrawn) return withdrawn
    const [found] = await tx.query<{ state: OperationState }>(stateOf, [id])
    return found?.state
  }

  /** Has an operation looked at now that waits for the registry, because what it waits for has come to pass. */
  async hurry(
    { account, object }: Pick<RegistryOperation, 'account' | 'object'>,
    kind: Submission['kind'],
    now: Date,
  ): Promise<void> {
    await this.database.read(hurry, [account, object, kind, now])
  }

  /** Workers that have operations in hand, dead or alive. */
  async workersInHand(): Promise<number[]> {
    const rows = await this.database.read<{ worker: number }>(workers)
    return rows.map(({ worker }) => worker)
  }

  /**
   * Takes operations out of a worker's hands, but for those it still executes; what was sent for them is of unknown
   * outcome. Returns how many there were.
   */
  async orphan(worker: number, now: Date, executing: readonly string[] = []): Promise<number> {
    return (await this.database.read(orphan, [worker, now, executing])).length
  }
}

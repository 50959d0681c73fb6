import { setTimeout as pause } from 'node:timers/promises'
import { Inject, Injectable } from '@nestjs/common'
import { fail, Refusal } from '@nameyard/contracts/errors'
import type { Call } from '@nameyard/contracts/operation'
import {
  CarriedOutBefore,
  type Claimed,
  type Earlier,
  type IsStillTrue,
  type Repeats,
} from '@nameyard/messaging/repeats'
import { ASYNCHRONOUS_COMMIT } from '@nameyard/persistence/asynchronous-commit'
import { Database, type Claims, type Tx } from '@nameyard/persistence/database'
import { queryOf, sql, statement, type Placeholders, type PreparedStatement } from '@nameyard/persistence/statement'
import { OUTBOX_CLOCK, type OutboxClock } from './clock'
import { openAnswer, sealAnswer } from './sealed-answer'

/** Milliseconds, longer than any key is valid. */
const KEPT_MS = 48 * 3_600_000

/** Milliseconds for which a claim is valid unless it is extended. Then another process may carry the request out. */
const LEASE_MS = 3_000

/** How often a running call extends its claim; milliseconds. */
export const EXTEND_MS = 1_000

/**
 * Milliseconds between two checks of a request that another call carries out: doubled from the first to the longest.
 */
const PAUSE_MS = { first: 20, longest: 250 }

/** Milliseconds that an answer needs to reach the caller. */
const ANSWER_MS = 500

interface RequestKey {
  readonly resellerId: number
  readonly key: string
}

/** A request that this call has claimed. */
interface ClaimedRequest extends RequestKey {
  readonly correlationId: string
}

interface ClaimValues extends ClaimedRequest {
  readonly request: string
  readonly now: Date
}

interface BeginValues extends ClaimValues {
  /** A request that was created before this instant may be carried out again. */
  readonly repeatableBefore: Date
  /** Requests that were created before this instant are deleted. */
  readonly deletedBefore: Date
  readonly leaseMs: number
  /** The call whose answer is no longer true. */
  readonly outdated: string | null
}

type NewValues = Omit<BeginValues, 'outdated' | 'repeatableBefore'>

/**
 * Also deletes old requests, so that no timer is needed. The commit need not reach the disk: when the machine crashes before
 * that, the work of the request, which commits later, is lost too.
 */
const inserting = (given: Placeholders<NewValues>) => sql`
    with past as (
      delete from idempotency where (reseller_id, key) in (
        select reseller_id, key from idempotency where created_at < ${given.deletedBefore} order by created_at limit 20
        for update skip locked))
    insert into idempotency (reseller_id, key, request, correlation_id, created_at, running_until)
    select ${given.resellerId}::integer, ${given.key}::text, ${given.request}, ${given.correlationId}, ${given.now}::timestamptz,
      now() + ${given.leaseMs} * interval '1 millisecond' from ${ASYNCHRONOUS_COMMIT}`

/**
 * Claims a request that is not known. The insert alone would wait for the transaction of an equal request: that has written
 * the row.
 */
const beginNew = statement<NewValues, { key: string }>(
  'requests.begin-new',
  (given) => sql`
    ${inserting(given)}
    where not exists (select from idempotency where reseller_id = ${given.resellerId} and key = ${given.key})
    on conflict do nothing returning key`,
)

/** Claims a request before its work starts. The database decides between concurrent calls. */
const begin = statement<BeginValues, { key: string }>(
  'requests.begin',
  (given) => sql`
    ${inserting(given)}
    on conflict (reseller_id, key) do update
      set request = excluded.request, correlation_id = excluded.correlation_id, created_at = excluded.created_at,
        running_until = excluded.running_until, placed = null, answer = null
      where idempotency.correlation_id = ${given.outdated}
        or case when coalesce(idempotency.placed, idempotency.answer) is null
          then coalesce(idempotency.running_until, '-infinity') <= now()
          else idempotency.created_at < ${given.repeatableBefore} end
    returning key`,
)

/**
 * Claims a request in the transaction that carries it out. Returns no row when another call has taken over the claim.
 */
const claim = statement<ClaimValues, { key: string }>(
  'requests.claim',
  (given) => sql`
    insert into idempotency (reseller_id, key, request, correlation_id, created_at)
    values (${given.resellerId}, ${given.key}, ${given.request}, ${given.correlationId}, ${given.now})
    on conflict (reseller_id, key) do update
      set created_at = excluded.created_at, placed = null, answer = null
      where idempotency.correlation_id = excluded.correlation_id
    returning key`,
)

const isClaimedRequest = ({ resellerId, key, correlationId }: Placeholders<ClaimedRequest>) =>
  sql`reseller_id = ${resellerId} and key = ${key} and correlation_id = ${correlationId}`

const place = statement<ClaimedRequest & { readonly placed: string }>(
  'requests.place',
  (given) => sql`update idempotency set placed = ${given.placed} where ${isClaimedRequest(given)}`,
)
type AnsweredRequest = ClaimedRequest & { readonly answer: string }
const answer = statement<AnsweredRequest>(
  'requests.answer',
  (given) => sql`update idempotency set answer = ${given.answer} where ${isClaimedRequest(given)}`,
)
/** For an answer that can be built again from the work: it may be lost when the machine crashes. */
const keepAnswer = statement<AnsweredRequest>(
  'requests.keep-answer',
  (given) => sql`
    update idempotency set answer = ${given.answer} from ${ASYNCHRONOUS_COMMIT} where ${isClaimedRequest(given)}`,
)
// While the transaction of the work holds the claim, there is nothing to extend. Waiting for it would take one connection
// after the other from the pool.
const extend = statement<ClaimedRequest & { readonly leaseMs: number }>(
  'requests.extend',
  (given) => sql`
    update idempotency set running_until = now() + ${given.leaseMs} * interval '1 millisecond'
    from ${ASYNCHRONOUS_COMMIT}
    where (reseller_id, key) in (
      select reseller_id, key from idempotency where ${isClaimedRequest(given)} for update skip locked)`,
)
const release = statement<ClaimedRequest>(
  'requests.release',
  (given) => sql`delete from idempotency where ${isClaimedRequest(given)} and placed is null and answer is null`,
)

interface Known {
  readonly request: string
  readonly placed: string | null
  readonly answer: string | null
  readonly correlationId: string
  readonly isRunning: boolean
}

interface KnownValues {
  readonly resellerId: number
  /** In order of precedence. */
  readonly keys: readonly string[]
  readonly since: Date
}

const known = statement<KnownValues, Known>(
  'requests.known',
  ({ resellerId, keys, since }) => sql`
    select request, placed, answer, correlation_id as "correlationId",
      coalesce(placed, answer) is null as "isRunning"
    from idempotency
    where reseller_id = ${resellerId} and key = any(${keys})
      and case when coalesce(placed, answer) is null then running_until > now() else created_at >= ${since} end
    order by array_position(${keys}, key) limit 1`,
)

/**
 * A service's memory of requests that may arrive twice (`Idempotency-Key`, and orders that clients repeat after an
 * error). A claim is stored before the work starts, so that an equal request waits for it instead of seeing half of its
 * effects. The transaction that carries the request out claims it again: when two calls have claimed it, only one
 * commits. A call that fails before that releases its claim. The claim of a process that crashed expires. An answer may
 * contain auth codes and personal data, so it is stored encrypted with a key that only the request yields.
 */
@Injectable()
export class RequestMemory implements Repeats, Claims {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(OUTBOX_CLOCK) private readonly now: OutboxClock,
  ) {}

  async begin(call: Call, isStillTrue: IsStillTrue): Promise<Claimed | Earlier> {
    if (await this.isNew(call)) return this.claimed(call)
    const wait = this.pauses(call)
    for (;;) {
      const row = await this.find(call)
      if (row?.isRunning) {
        await wait()
        continue
      }
      const isOver = row && call.repeat?.isOrder && !(await isStillTrue(JSON.parse(row.placed ?? 'null')))
      if (row && !isOver) return earlierOf(row, call)
      if (await this.isClaimed(call, row?.correlationId)) return this.claimed(call)
    }
  }

  async claim(tx: Tx, call: Call): Promise<void> {
    const { resellerId, key, request } = identify(call)
    const { correlationId } = call
    const taken = await tx.query(claim, { resellerId, key, request, correlationId, now: this.now() })
    if (taken.length === 0) throw new CarriedOutBefore()
  }

  placing(call: Call, placed: unknown): ReturnType<Claims['placing']> {
    const { resellerId, key } = identify(call)
    const { correlationId } = call
    const given = { resellerId, key, correlationId, placed: JSON.stringify(placed) ?? 'null' }
    return queryOf(place as PreparedStatement<never, object>, given)
  }

  /** Returns the stored request, under the newest secret or an older one. Refuses a key of another request. */
  private async find(call: Call): Promise<Known | undefined> {
    const { resellerId, key, request, former, lifeMs } = identify(call)
    const keys = [...new Set([key, ...former.map((each) => each.key)])]
    const since = new Date(this.now().getTime() - lifeMs)
    const [row] = await this.database.read(known, { resellerId, keys, since })
    if (row && row.request !== request && !former.some((each) => each.request === row.request)) {
      fail('idempotency_key_reused')
    }
    return row
  }

  /** Claims a request that is not known yet, as almost every one. */
  private async isNew(call: Call): Promise<boolean> {
    // It may be known by an older secret.
    if (identify(call).former.length > 0) return false
    return (await this.database.read(beginNew, this.claimOf(call))).length > 0
  }

  private async isClaimed(call: Call, outdated: string | undefined): Promise<boolean> {
    const claim = this.claimOf(call)
    const repeatableBefore = new Date(claim.now.getTime() - identify(call).lifeMs)
    return (await this.database.read(begin, { ...claim, repeatableBefore, outdated: outdated ?? null })).length > 0
  }

  private claimOf(call: Call): NewValues {
    const { resellerId, key, request } = identify(call)
    const { correlationId } = call
    const now = this.now()
    const deletedBefore = new Date(now.getTime() - KEPT_MS)
    return { resellerId, key, request, correlationId, now, deletedBefore, leaseMs: LEASE_MS }
  }

  private claimed(call: Call): Claimed {
    const { resellerId, key, seal } = identify(call)
    const request = { resellerId, key, correlationId: call.correlationId }
    const extensions = setInterval(() => {
      // A claim that is not extended expires; the transaction of the work then decides.
      this.database.read(extend, { ...request, leaseMs: LEASE_MS }).catch(() => undefined)
    }, EXTEND_MS)
    extensions.unref()
    return {
      kind: 'claimed',
      answered: async (text, { canBeBuiltAgain }) => {
        clearInterval(extensions)
        await this.database.read(canBeBuiltAgain ? keepAnswer : answer, { ...request, answer: sealAnswer(text, seal) })
      },
      failed: async () => {
        clearInterval(extensions)
        // Without the database the claim expires.
        await this.database.read(release, request).catch(() => undefined)
        return this.resultOfOther(call)
      },
    }
  }

  /** Returns the result of another call with the request; waits while that call is running. */
  private async resultOfOther(call: Call): Promise<Earlier | undefined> {
    const wait = this.pauses(call)
    for (;;) {
      const row = await this.find(call).catch(() => undefined)
      // This call itself has placed the work.
      if (!row || row.correlationId === call.correlationId) return undefined
      if (!row.isRunning) return earlierOf(row, call)
      await wait()
    }
  }

  /**
   * Returns a pause between two checks. It refuses with `request_in_progress` when too little time remains to answer.
   */
  private pauses({ deadline }: Call): () => Promise<void> {
    let pauseMs = PAUSE_MS.first
    return async () => {
      if (this.now().getTime() + pauseMs > deadline - ANSWER_MS) throw new Refusal('request_in_progress')
      await pause(pauseMs)
      pauseMs = Math.min(2 * pauseMs, PAUSE_MS.longest)
    }
  }
}

function earlierOf({ request, answer, placed }: Known, call: Call): Earlier {
  if (answer === null) return { kind: 'placed', placed: placed ?? 'null' }
  const repeat = identify(call)
  const { seal } = [repeat, ...repeat.former].find((each) => each.request === request) ?? repeat
  return { kind: 'answered', answer: openAnswer(answer, seal) }
}

function identify({ actor, repeat }: Call) {
  if (!actor || !repeat) throw new Error('the call cannot be repeated')
  return { resellerId: actor.resellerId, former: [], ...repeat }
}

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
import { Database, type Claims, type Tx } from '@nameyard/persistence/database'
import { statement } from '@nameyard/persistence/statement'
import { OUTBOX_CLOCK, type OutboxClock } from './clock'

/** Longer than any key lives. */
const KEPT_MS = 48 * 3_600_000

/** How long a claim counts without a sign of life; another process may carry the request out after that. */
const LEASE_MS = 3_000

/** How often a call that is still running extends its claim. */
const SIGN_OF_LIFE_MS = 1_000

/** The pause before the first look at a request that another call carries out, and the longest one. */
const PAUSE_MS = { first: 20, longest: 250 }

/** Time that an answer needs back to the caller. */
const ANSWER_MS = 500

/**
 * Claims a request before its work starts: `$4` call, `$5` now, `$6` start of the key's life, `$7` start of what is kept,
 * `$8` lease, `$9` the call whose answer is not true any more. The database decides between calls that try at once.
 * Deletes what is long past, so that no timer has to.
 */
const begin = statement(
  'requests.begin',
  `with past as (
     delete from idempotency where (reseller_id, key) in (
       select reseller_id, key from idempotency where created_at < $7 order by created_at limit 20
       for update skip locked))
   insert into idempotency (reseller_id, key, request, correlation_id, created_at, running_until)
   values ($1, $2, $3, $4, $5, now() + $8 * interval '1 millisecond')
   on conflict (reseller_id, key) do update
     set request = excluded.request, correlation_id = excluded.correlation_id, created_at = excluded.created_at,
       running_until = excluded.running_until, placed = null, answer = null
     where idempotency.correlation_id = $9
       or case when coalesce(idempotency.placed, idempotency.answer) is null
         then coalesce(idempotency.running_until, '-infinity') <= now()
         else idempotency.created_at < $6 end
   returning key`,
)

/** Claims a request in the transaction that carries it out; another call that has taken it over keeps it. */
const claim = statement(
  'requests.claim',
  `insert into idempotency (reseller_id, key, request, correlation_id, created_at) values ($1, $2, $3, $4, $5)
   on conflict (reseller_id, key) do update
     set created_at = excluded.created_at, placed = null, answer = null
     where idempotency.correlation_id = excluded.correlation_id
   returning key`,
)
const place = statement(
  'requests.place',
  `update idempotency set placed = $3 where reseller_id = $1 and key = $2 and correlation_id = $4`,
)
const answer = statement(
  'requests.answer',
  `update idempotency set answer = $3 where reseller_id = $1 and key = $2 and correlation_id = $4`,
)
const extend = statement(
  'requests.extend',
  `update idempotency set running_until = now() + $4 * interval '1 millisecond'
   where reseller_id = $1 and key = $2 and correlation_id = $3`,
)
const release = statement(
  'requests.release',
  `delete from idempotency
   where reseller_id = $1 and key = $2 and correlation_id = $3 and placed is null and answer is null`,
)
const known = statement(
  'requests.known',
  `select request, placed, answer, correlation_id as "correlationId",
     coalesce(placed, answer) is null as "isRunning"
   from idempotency
   where reseller_id = $1 and key = any($2)
     and case when coalesce(placed, answer) is null then running_until > now() else created_at >= $3 end
   order by array_position($2, key) limit 1`,
)

interface Known {
  readonly request: string
  readonly placed: string | null
  readonly answer: string | null
  readonly correlationId: string
  readonly isRunning: boolean
}

/**
 * A service's memory of requests that may come twice (`Idempotency-Key`, and orders that clients repeat after an error).
 * A claim is stored before the work starts, so that an equal request waits for it instead of meeting half of its
 * effects. The transaction that carries the request out claims it again: of two calls that both believe to have it, one
 * commits. A call that fails before that takes its claim back; one whose process dies loses it soon.
 */
@Injectable()
export class RequestMemory implements Repeats, Claims {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(OUTBOX_CLOCK) private readonly now: OutboxClock,
  ) {}

  async begin(call: Call, isStillTrue: IsStillTrue): Promise<Claimed | Earlier> {
    const wait = this.patience(call)
    for (;;) {
      const row = await this.find(call)
      if (row?.isRunning) {
        await wait()
        continue
      }
      const isOver = row && call.repeat?.isOrder && !(await isStillTrue(JSON.parse(row.placed ?? 'null')))
      if (row && !isOver) return earlierOf(row)
      if (await this.isClaimed(call, row?.correlationId)) return this.claimed(call)
    }
  }

  async claim(tx: Tx, call: Call): Promise<void> {
    const { resellerId, key, request } = identify(call)
    const taken = await tx.query(claim, [resellerId, key, request, call.correlationId, this.now()])
    if (taken.length === 0) throw new CarriedOutBefore()
  }

  async place(tx: Tx, call: Call, placed: unknown): Promise<void> {
    const { resellerId, key } = identify(call)
    await tx.query(place, [resellerId, key, JSON.stringify(placed) ?? 'null', call.correlationId])
  }

  /** A request as it is remembered, under the newest secret or an older one; refuses a key of another request. */
  private async find(call: Call): Promise<Known | undefined> {
    const { resellerId, key, request, former, lifeMs } = identify(call)
    const keys = [...new Set([key, ...former.map((each) => each.key)])]
    const since = new Date(this.now().getTime() - lifeMs)
    const [row] = await this.database.read<Known & Record<string, unknown>>(known, [resellerId, keys, since])
    if (row && row.request !== request && !former.some((each) => each.request === row.request)) {
      fail('idempotency_key_reused')
    }
    return row
  }

  private async isClaimed(call: Call, outdated: string | undefined): Promise<boolean> {
    const { resellerId, key, request, lifeMs } = identify(call)
    const now = this.now()
    const [since, past] = [lifeMs, KEPT_MS].map((ms) => new Date(now.getTime() - ms))
    const values = [resellerId, key, request, call.correlationId, now, since, past, LEASE_MS, outdated ?? null]
    return (await this.database.read(begin, values)).length > 0
  }

  private claimed(call: Call): Claimed {
    const { resellerId, key } = identify(call)
    const { correlationId } = call
    const signs = setInterval(() => {
      // A claim that is not extended ends; the transaction of the work then decides.
      this.database.read(extend, [resellerId, key, correlationId, LEASE_MS]).catch(() => undefined)
    }, SIGN_OF_LIFE_MS)
    signs.unref()
    return {
      kind: 'claimed',
      answered: async (text) => {
        clearInterval(signs)
        await this.database.read(answer, [resellerId, key, text, correlationId])
      },
      failed: async () => {
        clearInterval(signs)
        // Without a database the claim ends by itself.
        await this.database.read(release, [resellerId, key, correlationId]).catch(() => undefined)
        return this.overtaking(call)
      },
    }
  }

  /** What another call has made of the request meanwhile; waits for one that is still at it. */
  private async overtaking(call: Call): Promise<Earlier | undefined> {
    const wait = this.patience(call)
    for (;;) {
      const row = await this.find(call).catch(() => undefined)
      // Work that this very call has placed is no other call's.
      if (!row || row.correlationId === call.correlationId) return undefined
      if (!row.isRunning) return earlierOf(row)
      await wait()
    }
  }

  /** Pauses between two looks, as long as there is time left to answer. */
  private patience({ deadline }: Call): () => Promise<void> {
    let pauseMs = PAUSE_MS.first
    return async () => {
      if (this.now().getTime() + pauseMs > deadline - ANSWER_MS) throw new Refusal('request_in_progress')
      await pause(pauseMs)
      pauseMs = Math.min(2 * pauseMs, PAUSE_MS.longest)
    }
  }
}

function earlierOf({ answer, placed }: Known): Earlier {
  return answer === null ? { kind: 'placed', placed: placed ?? 'null' } : { kind: 'answered', answer }
}

function identify({ actor, repeat }: Call) {
  if (!actor || !repeat) throw new Error('the call cannot be repeated')
  return { resellerId: actor.resellerId, former: [], ...repeat }
}

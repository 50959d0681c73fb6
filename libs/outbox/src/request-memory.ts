import { Inject, Injectable } from '@nestjs/common'
import { fail } from '@nameyard/contracts/errors'
import type { Call } from '@nameyard/contracts/operation'
import { CarriedOutBefore, type Earlier, type Repeats } from '@nameyard/messaging/repeats'
import { Database, type Claims, type Tx } from '@nameyard/persistence/database'
import { statement } from '@nameyard/persistence/statement'
import { OUTBOX_CLOCK, type OutboxClock } from './clock'

/** Longer than any key lives. */
const KEPT_MS = 48 * 3_600_000

/** Takes the key, or a key whose life is over; sweeps out what is long past, so that no timer has to. */
const claim = statement(
  'requests.claim',
  `with past as (
     delete from idempotency where (reseller_id, key) in (
       select reseller_id, key from idempotency where created_at < $7 order by created_at limit 20
       for update skip locked))
   insert into idempotency (reseller_id, key, request, correlation_id, created_at) values ($1, $2, $3, $4, $5)
   on conflict (reseller_id, key) do update
     set request = excluded.request, correlation_id = excluded.correlation_id, created_at = excluded.created_at,
       placed = null, answer = null
     where idempotency.created_at < $6 or idempotency.correlation_id = excluded.correlation_id
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
const known = statement(
  'requests.known',
  `select request, placed, answer, correlation_id as "correlationId" from idempotency
   where reseller_id = $1 and key = $2 and created_at >= $3`,
)

interface Known {
  request: string
  placed: string | null
  answer: string | null
  correlationId: string
}

/**
 * A service's memory of requests that may come twice (`Idempotency-Key`, and orders that clients repeat after an
 * error). The row is claimed in the transaction that carries the request out: a second call waits for the first one's
 * commit and is then told that it comes second; a call that fails takes its claim back with it.
 */
@Injectable()
export class RequestMemory implements Repeats, Claims {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(OUTBOX_CLOCK) private readonly now: OutboxClock,
  ) {}

  async earlier(call: Call): Promise<Earlier | undefined> {
    const { resellerId, key, request, since } = this.identify(call)
    const [row] = await this.database.read<Known & { [column: string]: unknown }>(known, [resellerId, key, since])
    if (!row) return undefined
    if (row.request !== request) fail('idempotency_key_reused')
    if (row.answer !== null) return { kind: 'answered', answer: row.answer }
    // A claim of this very call is no other call's work.
    return row.correlationId === call.correlationId ? undefined : { kind: 'placed', placed: row.placed ?? 'null' }
  }

  async answered(call: Call, text: string): Promise<void> {
    const { resellerId, key } = this.identify(call)
    await this.database.read(answer, [resellerId, key, text, call.correlationId])
  }

  async claim(tx: Tx, call: Call): Promise<void> {
    const { resellerId, key, request, since } = this.identify(call)
    const now = this.now()
    const past = new Date(now.getTime() - KEPT_MS)
    const taken = await tx.query(claim, [resellerId, key, request, call.correlationId, now, since, past])
    if (taken.length === 0) throw new CarriedOutBefore()
  }

  async place(tx: Tx, call: Call, placed: unknown): Promise<void> {
    const { resellerId, key } = this.identify(call)
    await tx.query(place, [resellerId, key, JSON.stringify(placed) ?? 'null', call.correlationId])
  }

  private identify({ actor, repeat }: Call) {
    if (!actor || !repeat) throw new Error('the call cannot be repeated')
    const since = new Date(this.now().getTime() - repeat.lifeMs)
    return { resellerId: actor.resellerId, key: repeat.key, request: repeat.request, since }
  }
}

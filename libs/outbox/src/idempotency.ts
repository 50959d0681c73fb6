import { createHash } from 'node:crypto'
import { fail } from '@nameyard/contracts/errors'
import type { Call } from '@nameyard/contracts/operation'
import { statement } from '@nameyard/persistence/statement'
import type { Database, Tx } from '@nameyard/persistence/database'

/** An order that may be sent twice: with the caller's own key, or byte-equal within a short window. */
export interface RepeatableOrder {
  readonly call: Call
  readonly resellerId: number
  readonly operation: string
  readonly input: unknown
  readonly now: Date
  /** How long a byte-equal order without a key counts as the same one; milliseconds. */
  readonly windowMs: number
}

const claim = statement(
  'idempotency.claim',
  `insert into idempotency (reseller_id, key, operation, request, created_at) values ($1, $2, $3, $4, $5)
   on conflict (reseller_id, key) do update
     set operation = excluded.operation, request = excluded.request, answer = null, created_at = excluded.created_at
     where idempotency.created_at < $6
   returning key`,
)
const known = statement(
  'idempotency.known',
  `select request, answer, created_at as "createdAt" from idempotency where reseller_id = $1 and key = $2`,
)
interface Claimed {
  request: Buffer
  answer: string
  createdAt: Date
}

const remember = statement(
  'idempotency.remember',
  `update idempotency set answer = $3 where reseller_id = $1 and key = $2`,
)

/** A key of the caller is kept this long; then it may name another order. */
const KEY_LIFE_MS = 24 * 3_600_000

/** The request's fingerprint, and the key it counts under: the caller's own, or the request itself. */
function keyOf({ call, operation, input }: RepeatableOrder): { key: string; request: Buffer } {
  const request = createHash('sha256')
    .update(`${operation}\n${JSON.stringify(input)}`)
    .digest()
  return { request, key: call.idempotencyKey ?? `equal:${request.toString('hex')}` }
}

/** Orders of before this instant are other orders. */
function expiry({ call, now, windowMs }: RepeatableOrder): Date {
  return new Date(now.getTime() - (call.idempotencyKey === undefined ? windowMs : KEY_LIFE_MS))
}

/** The answer that the same order got before, if it was placed before; refuses like {@link placeOnce}. */
export async function earlierAnswer(database: Database, order: RepeatableOrder): Promise<string | undefined> {
  const { key, request } = keyOf(order)
  const [first] = await database.read<Claimed>(known, [order.resellerId, key])
  if (!first || first.createdAt < expiry(order)) return undefined
  if (!first.request.equals(request)) fail('idempotency_key_reused')
  return first.answer
}

/**
 * Places an order once. The first call runs `place` in this transaction and remembers what it answers; a repeated call
 * waits for the first one's commit and gets the same answer. Refuses a key that was used for another request
 * (`idempotency_key_reused`). An order that failed rolls its claim back with it and may be tried again.
 */
export async function placeOnce(tx: Tx, order: RepeatableOrder, place: () => Promise<string>): Promise<string> {
  const { resellerId, operation, now } = order
  const { key, request } = keyOf(order)
  const claimed = await tx.query(claim, [resellerId, key, operation, request, now, expiry(order)])
  if (claimed.length === 0) {
    const [first] = await tx.query<Claimed>(known, [resellerId, key])
    if (!first || !first.request.equals(request)) fail('idempotency_key_reused')
    return first.answer
  }
  const answer = await place()
  await tx.query(remember, [resellerId, key, answer])
  return answer
}

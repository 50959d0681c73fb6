import type { Pool } from 'pg'
import { sql, statement } from '@nameyard/persistence/statement'
import { read, type Queryable } from '../database/query'

/** The source of real time. */
export interface RealClock {
  now(): Date
  /** Milliseconds of a clock that is never set, for rate limits. */
  elapsedMs(): number
}

interface Offset {
  readonly offset: string
}

const FIND_OFFSET = statement<void, Offset>(
  'sandbox.find-offset',
  () => sql`select offset_seconds as offset from sandbox_registry.clock`,
)

const RAISE_OFFSET = statement<{ seconds: number }, Offset>(
  'sandbox.raise-offset',
  ({ seconds }) => sql`
    update sandbox_registry.clock set offset_seconds = greatest(offset_seconds, ${seconds})
    returning offset_seconds as offset`,
)

const ADD_TO_OFFSET = statement<{ seconds: number }, Offset>(
  'sandbox.add-to-offset',
  ({ seconds }) => sql`
    update sandbox_registry.clock set offset_seconds = offset_seconds + ${seconds}
    returning offset_seconds as offset`,
)

/** The registry's time: real time plus the offset. */
export async function virtualNow(db: Pool, clock: RealClock): Promise<Date> {
  return shifted(clock, await findOffset(db))
}

/** How many seconds the registry's time runs ahead of real time. */
export async function findOffset(db: Queryable): Promise<number> {
  return offsetIn(await read(db, FIND_OFFSET))
}

/** Real time plus an offset. */
export function shifted(clock: RealClock, offsetSeconds: number): Date {
  return new Date(clock.now().getTime() + offsetSeconds * 1000)
}

/** Sets the offset to real time. It never decreases, so a repeated call has no effect. */
export async function setClockAhead(db: Pool, clock: RealClock, seconds: number): Promise<Date> {
  return shifted(clock, offsetIn(await read(db, RAISE_OFFSET, { seconds })))
}

/** Advances the registry's time. */
export async function advanceClock(db: Pool, clock: RealClock, seconds: number): Promise<Date> {
  return shifted(clock, offsetIn(await read(db, ADD_TO_OFFSET, { seconds })))
}

function offsetIn([row]: readonly Offset[]): number {
  if (!row) throw new Error('the registry has no clock: it was never seeded')
  return Number(row.offset)
}

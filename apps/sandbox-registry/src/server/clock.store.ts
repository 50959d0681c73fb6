import type { Pool } from 'pg'
import { nextDue } from '../life/jobs.store'

/** Where real time comes from. */
export interface RealClock {
  now(): Date
}

/** The registry's time: real time and the offset that was asked for. */
export async function virtualNow(db: Pool, clock: RealClock): Promise<Date> {
  const { rows } = await db.query<{ offset: string }>('select offset_seconds as offset from sandbox_registry.clock')
  return shifted(clock, rows[0]?.offset)
}

/**
 * The time and a server transaction identifier that nobody else gets, in one round trip. `nextDue` is when the registry
 * next does something of itself.
 */
export async function beginTransaction(
  db: Pool,
  clock: RealClock,
): Promise<{ now: Date; svTRID: string; nextDue: Date | null }> {
  const { rows } = await db.query<{ offset: string; number: string; nextDue: Date | null }>(
    `select offset_seconds as offset, nextval('sandbox_registry.server_transaction') as number,
       ${nextDue} as "nextDue"
     from sandbox_registry.clock`,
  )
  const [row] = rows
  return { now: shifted(clock, row?.offset), svTRID: `SANDBOX-${row?.number}`, nextDue: row?.nextDue ?? null }
}

/**
 * Puts the registry's time so far ahead of real time; it never runs back, so asking twice is asking once.
 */
export async function setClockAhead(db: Pool, clock: RealClock, seconds: number): Promise<Date> {
  const { rows } = await db.query<{ offset: string }>(
    `update sandbox_registry.clock set offset_seconds = greatest(offset_seconds, $1)
     returning offset_seconds as offset`,
    [seconds],
  )
  return shifted(clock, rows[0]?.offset)
}

/** Moves the registry's time ahead by so much. */
export async function advanceClock(db: Pool, clock: RealClock, seconds: number): Promise<Date> {
  const { rows } = await db.query<{ offset: string }>(
    'update sandbox_registry.clock set offset_seconds = offset_seconds + $1 returning offset_seconds as offset',
    [seconds],
  )
  return shifted(clock, rows[0]?.offset)
}

function shifted(clock: RealClock, offsetSeconds: string | undefined): Date {
  if (offsetSeconds === undefined) throw new Error('the registry has no clock: it was never seeded')
  return new Date(clock.now().getTime() + Number(offsetSeconds) * 1000)
}

import type { Pool } from 'pg'

/** Where real time comes from. */
export interface RealClock {
  now(): Date
}

/** The registry's time: real time and the offset that was asked for. */
export async function virtualNow(db: Pool, clock: RealClock): Promise<Date> {
  const { rows } = await db.query<{ offset: string }>('select offset_seconds as offset from sandbox_registry.clock')
  return shifted(clock, rows[0]?.offset)
}

/** The time and a server transaction identifier that nobody else gets, in one round trip. */
export async function beginTransaction(db: Pool, clock: RealClock): Promise<{ now: Date; svTRID: string }> {
  const { rows } = await db.query<{ offset: string; number: string }>(
    `select offset_seconds as offset, nextval('sandbox_registry.server_transaction') as number
     from sandbox_registry.clock`,
  )
  return { now: shifted(clock, rows[0]?.offset), svTRID: `SANDBOX-${rows[0]?.number}` }
}

/** Moves the registry's time ahead; it never runs back. */
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

import type { Pool } from 'pg'
import { nextDue } from '../life/jobs.store'
import { extensionNames } from '../model/tld-rules'
import { COMMON_DOOR, policyColumns, policyOfDoor, type SessionPolicy } from './session-policy.store'

/** Where real time comes from. */
export interface RealClock {
  now(): Date
  /** Milliseconds that nobody moves, by which limits are counted. */
  elapsedMs(): number
}

/** The registry's time: real time and the offset that was asked for. */
export async function virtualNow(db: Pool, clock: RealClock): Promise<Date> {
  const { rows } = await db.query<{ offset: string }>('select offset_seconds as offset from sandbox_registry.clock')
  return shifted(clock, rows[0]?.offset)
}

/** What a message meets at a registry before anybody has read it. */
export interface Beginning {
  readonly now: Date
  /** A server transaction identifier that nobody else gets. */
  readonly svTRID: string
  /** When the registry next does something of itself. */
  readonly nextDue: Date | null
  /** Whether a misbehaviour is planted, for whatever command. */
  readonly hasFaults: boolean
  readonly policy: SessionPolicy
}

/** Begins the exchange of a message that came in by a door, in one round trip. */
export async function beginTransaction(db: Pool, clock: RealClock, door: string): Promise<Beginning> {
  const { rows } = await db.query<
    SessionPolicy & { offset: string; number: string; nextDue: Date | null; hasFaults: boolean }
  >({
    name: 'exchange.begin',
    text: `select c.offset_seconds as offset, nextval('sandbox_registry.server_transaction') as number,
       ${nextDue} as "nextDue",
       exists (select from sandbox_registry.fault where remaining > 0 and kind <> 'suppress-poll') as "hasFaults",
       ${policyColumns}
     from sandbox_registry.clock c, ${policyOfDoor}`,
    values: [door, COMMON_DOOR, extensionNames],
  })
  const [row] = rows
  if (!row) throw new Error(`the registry has no clock, or no policy for the door ${door}: it was never seeded`)
  const { offset, number, nextDue: due, hasFaults, ...policy } = row
  return { now: shifted(clock, offset), svTRID: `SANDBOX-${number}`, nextDue: due, hasFaults, policy }
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

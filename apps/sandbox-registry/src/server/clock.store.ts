import type { ClientBase, Pool } from 'pg'
import { nextDue } from '../life/jobs.store'
import { hasFaults } from './fault.store'

/** Where real time comes from. */
export interface RealClock {
  now(): Date
  /** Milliseconds that nobody moves, by which limits are counted. */
  elapsedMs(): number
}

/** The registry's time: real time and the offset that was asked for. */
export async function virtualNow(db: Pool, clock: RealClock): Promise<Date> {
  return shifted(clock, await findOffset(db))
}

/** How many seconds the registry's time runs ahead. */
export async function findOffset(db: ClientBase | Pool): Promise<number> {
  const { rows } = await db.query<Offset>('select offset_seconds as offset from sandbox_registry.clock')
  return offsetIn(rows)
}

/** Real time, so many seconds ahead. */
export function shifted(clock: RealClock, offsetSeconds: number): Date {
  return new Date(clock.now().getTime() + offsetSeconds * 1000)
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
}

const newSvTRID = `'SANDBOX-' || nextval('sandbox_registry.server_transaction')`

/** Begins the exchange of a message, in one round trip. */
export async function beginTransaction(db: Pool, clock: RealClock): Promise<Beginning> {
  const { rows } = await db.query<Offset & Omit<Beginning, 'now'>>({
    name: 'exchange.begin',
    text: `select offset_seconds as offset, ${newSvTRID} as "svTRID", ${nextDue} as "nextDue",
       ${hasFaults} as "hasFaults"
     from sandbox_registry.clock`,
  })
  const [row] = rows
  if (!row) throw new Error(UNSEEDED)
  const { offset, ...met } = row
  return { ...met, now: shifted(clock, Number(offset)) }
}

/** Identifiers for exchanges to come. Those that are not used are nobody's. */
export async function drawSvTRIDs(db: Pool, count: number): Promise<string[]> {
  const { rows } = await db.query<{ svTRID: string }>({
    name: 'exchange.identifiers',
    text: `select ${newSvTRID} as "svTRID" from generate_series(1, $1)`,
    values: [count],
  })
  return rows.map(({ svTRID }) => svTRID)
}

/**
 * Puts the registry's time so far ahead of real time; it never runs back, so asking twice is asking once.
 */
export async function setClockAhead(db: Pool, clock: RealClock, seconds: number): Promise<Date> {
  const { rows } = await db.query<Offset>(
    `update sandbox_registry.clock set offset_seconds = greatest(offset_seconds, $1)
     returning offset_seconds as offset`,
    [seconds],
  )
  return shifted(clock, offsetIn(rows))
}

/** Moves the registry's time ahead by so much. */
export async function advanceClock(db: Pool, clock: RealClock, seconds: number): Promise<Date> {
  const { rows } = await db.query<Offset>(
    'update sandbox_registry.clock set offset_seconds = offset_seconds + $1 returning offset_seconds as offset',
    [seconds],
  )
  return shifted(clock, offsetIn(rows))
}

const UNSEEDED = 'the registry has no clock: it was never seeded'

interface Offset {
  readonly offset: string
}

function offsetIn([row]: readonly Offset[]): number {
  if (!row) throw new Error(UNSEEDED)
  return Number(row.offset)
}

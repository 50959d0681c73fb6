import type { Pool } from 'pg'
import { sql, statement } from '@nameyard/persistence/statement'
import { shifted, type RealClock } from '../clock/clock.store'
import { read } from '../database/query'
import { HAS_FAULTS } from '../faults/fault.store'
import { NEXT_DUE } from '../lifecycle/due-jobs.store'

/** The state of the registry at the moment a message arrives. */
export interface ExchangeStart {
  readonly now: Date
  /** A unique server transaction identifier. */
  readonly svTRID: string
  /** When the next job of the registry is due. */
  readonly nextDue: Date | null
  /** Whether a fault is planted, for any command. */
  readonly hasFaults: boolean
}

const NEW_SV_TRID = sql`'SANDBOX-' || nextval('sandbox_registry.server_transaction')`

const START = statement<void, Omit<ExchangeStart, 'now'> & { offset: string }>(
  'sandbox.start-exchange',
  () => sql`
    select offset_seconds as offset, ${NEW_SV_TRID} as "svTRID", ${NEXT_DUE} as "nextDue", ${HAS_FAULTS} as "hasFaults"
    from sandbox_registry.clock`,
)

const DRAW = statement<{ count: number }, { svTRID: string }>(
  'sandbox.draw-svtrids',
  ({ count }) => sql`select ${NEW_SV_TRID} as "svTRID" from generate_series(1, ${count})`,
)

/** Reads all that the exchange of a message needs, in one round trip. */
export async function startExchange(db: Pool, clock: RealClock): Promise<ExchangeStart> {
  const [row] = await read(db, START)
  if (!row) throw new Error('the registry has no clock: it was never seeded')
  const { offset, ...start } = row
  return { ...start, now: shifted(clock, Number(offset)) }
}

/** Draws server transaction identifiers in advance. Gaps are allowed: unused identifiers are discarded. */
export async function drawSvTRIDs(db: Pool, count: number): Promise<string[]> {
  return (await read(db, DRAW, { count })).map(({ svTRID }) => svTRID)
}

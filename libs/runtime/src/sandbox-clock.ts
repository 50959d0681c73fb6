import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { ServiceName } from '@nameyard/contracts/operation'
import { readClock } from '@nameyard/contracts/sandbox/read-clock'
import { stepClock } from '@nameyard/contracts/sandbox/step-clock'
import type { Rpc } from '@nameyard/messaging/rpc'
import type { MessagingServer } from '@nameyard/messaging/server'
import type { Relay } from '@nameyard/outbox/relay'
import type { Database } from '@nameyard/persistence/database'
import { sql } from '@nameyard/persistence/statement'
import type { Clock } from './clock'
import type { Schedule } from './schedule'

/** Milliseconds that one request may take, and milliseconds until the next attempt. */
const ANSWER_MS = 5_000
const AGAIN_MS = 250

/** Milliseconds after which a stopped clock runs again if no further step is requested. */
const HOLD_MS = 5_000

/** The parts of a service that follow the sandbox clock. */
export interface Follower {
  readonly service: ServiceName
  readonly clock: Clock
  readonly schedule: Schedule
  readonly database: Database
  readonly server: MessagingServer
  readonly relay: Relay
  readonly rpc: Rpc
}

/** Makes a service follow the sandbox clock of its installation. Call it before the service listens. */
export function followSandboxClock({ service, clock, schedule, database, server, relay }: Omit<Follower, 'rpc'>): void {
  server.answer(stepClock(service), async ({ aheadMs, heldAt }) => {
    clock.putAhead(aheadMs)
    clock.hold(heldAt === undefined ? undefined : new Date(heldAt), HOLD_MS)
    await schedule.runDue()
    const load = await server.load()
    // Read after the queues, because handlers of their last messages may have staged new ones.
    const [row] = await database.read<{ staged: number }>(sql`select count(*)::integer as staged from outbox`)
    const nextDue = await schedule.nextDue()
    return {
      // Without the broker the load is unknown, so the service does not count as quiet.
      waiting: (load?.waiting ?? 1) + (row?.staged ?? 0),
      moved: (load?.handled ?? 0) + relay.published,
      nextDue: nextDue?.toISOString() ?? null,
    }
  })
}

/**
 * Reads how far the clock was put ahead before this process started. Repeats the request until it is answered or
 * aborted.
 */
export async function adoptSandboxClock({ clock, rpc }: Pick<Follower, 'clock' | 'rpc'>, signal: AbortSignal) {
  while (!signal.aborted) {
    const call = { correlationId: randomUUID(), deadline: clock.machineMs() + ANSWER_MS }
    const answer = await rpc.call(readClock, {}, call).catch(() => undefined)
    if (answer) return clock.putAhead(answer.aheadMs)
    await pause(AGAIN_MS, undefined, { signal }).catch(() => undefined)
  }
}

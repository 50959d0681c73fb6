import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { ServiceName } from '@nameyard/contracts/operation'
import { readClock } from '@nameyard/contracts/sandbox/read-clock'
import { stepClock } from '@nameyard/contracts/sandbox/step-clock'
import type { Rpc } from '@nameyard/messaging/rpc'
import type { MessagingServer } from '@nameyard/messaging/server'
import type { Relay } from '@nameyard/outbox/relay'
import type { Database } from '@nameyard/persistence/database'
import { statement } from '@nameyard/persistence/statement'
import type { Clock } from './clock'
import type { Schedule } from './schedule'

const staged = statement('sandbox.staged', 'select count(*)::integer as staged from outbox')

/** How long one question may take, and how long until the next when nobody answered; milliseconds. */
const ANSWER_MS = 5_000
const AGAIN_MS = 250

/** How long the time stands still when nobody asks any more; milliseconds. */
const HOLD_MS = 5_000

/** What of a service follows the sandbox clock. */
export interface Follower {
  readonly service: ServiceName
  readonly clock: Clock
  readonly schedule: Schedule
  readonly database: Database
  readonly server: MessagingServer
  readonly relay: Relay
  readonly rpc: Rpc
}

/** Has a service go along with the clock of an installation that is tried out; before it listens. */
export function followSandboxClock({ service, clock, schedule, database, server, relay }: Omit<Follower, 'rpc'>): void {
  server.answer(stepClock(service), async ({ aheadMs, heldAt }) => {
    clock.putAhead(aheadMs)
    clock.hold(heldAt === undefined ? undefined : new Date(heldAt), HOLD_MS)
    await schedule.runDue()
    const load = await server.load()
    // After the queues: what they have just given out may have staged something meanwhile.
    const [row] = await database.read<{ staged: number }>(staged, [])
    const nextDue = await schedule.nextDue()
    return {
      // A service that hears nothing of the broker is not quiet.
      waiting: (load?.waiting ?? 1) + (row?.staged ?? 0),
      moved: (load?.handled ?? 0) + relay.published,
      nextDue: nextDue?.toISOString() ?? null,
    }
  })
}

/** Reads what the clock was put to before this process began; asks until it is told or ended. */
export async function adoptSandboxClock({ clock, rpc }: Pick<Follower, 'clock' | 'rpc'>, signal: AbortSignal) {
  while (!signal.aborted) {
    const call = { correlationId: randomUUID(), deadline: clock.machineMs() + ANSWER_MS }
    const told = await rpc.call(readClock, {}, call).catch(() => undefined)
    if (told) return clock.putAhead(told.aheadMs)
    await pause(AGAIN_MS, undefined, { signal }).catch(() => undefined)
  }
}

import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Result, ServiceName } from '@nameyard/contracts/operation'
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

/** What a service answers to a step of the clock. */
type Step = Result<ReturnType<typeof stepClock>>

/**
 * Makes a service follow the sandbox clock of its installation. Call it before the service listens. The service looks for
 * due work at a new instant, and again at the same instant while work is due or after messages have passed. An idle service
 * that has got nothing since its last answer repeats that answer without a statement.
 */
export function followSandboxClock({ service, clock, schedule, database, server, relay }: Omit<Follower, 'rpc'>): void {
  let last:
    { readonly at: string; readonly moved: number; readonly received: number; readonly answer: Step } | undefined
  server.answer(stepClock(service), async ({ aheadMs, heldAt }) => {
    clock.putAhead(aheadMs)
    clock.hold(heldAt === undefined ? undefined : new Date(heldAt), HOLD_MS)
    const at = `${aheadMs} ${heldAt}`
    const [moved, received] = [server.handled + relay.published, server.received]
    const isAsBefore = last?.at === at && last.moved === moved
    if (!isAsBefore) await schedule.runDue()
    const load = await server.load()
    // Without the broker the load is unknown, so the service does not count as idle.
    const waiting = load?.waiting ?? 1
    const answered = { waiting, moved: (load?.handled ?? 0) + relay.published, nextDue: null }
    if (waiting > 0) {
      last = undefined
      return answered
    }
    // A request, such as that of this step, is received before its handler runs.
    if (last && isAsBefore && received === last.received + 1) {
      last = { ...last, received }
      return last.answer
    }
    // Read after the queues, because handlers of their last messages may have staged new ones.
    const [row] = await database.read<{ staged: number }>(sql`select count(*)::integer as staged from outbox`)
    const nextDue = await schedule.nextDue()
    const answer = { ...answered, waiting: row?.staged ?? 0, nextDue: nextDue?.toISOString() ?? null }
    const isIdle = answer.waiting === 0 && (nextDue === undefined || nextDue > clock.now())
    last = isIdle ? { at, moved, received, answer } : undefined
    return answer
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

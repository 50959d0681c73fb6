import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result, ServiceName } from '@nameyard/contracts/operation'
import { advanceClock } from '@nameyard/contracts/sandbox/advance-clock'
import { stepClock } from '@nameyard/contracts/sandbox/step-clock'
import { Handles } from '@nameyard/messaging/handles'
import { Rpc } from '@nameyard/messaging/rpc'
import { Clock } from '@nameyard/runtime/clock'
import { Controller, Logger } from '@nestjs/common'
import { WhenPollDue } from '../poll/when-poll-due'
import { RegistryClock } from './registry-clock'
import { SandboxClockStore } from './sandbox-clock.store'

const services: readonly ServiceName[] = ['customers', 'domains', 'dns', 'orders', 'registry-worker']
const steps = services.map((service) => ({ service, step: stepClock(service) }))

/** Between two questions to services that are at work; milliseconds. */
const LOOK_MS = 5

/**
 * How long before an instant the time stops too: what is looked at every day is looked at then, once for all the days
 * that were passed over, and not beside what the instant brings. Milliseconds.
 */
const EVE_MS = 10_000

/** What is left of a request for its answer; milliseconds. */
const ANSWER_MS = 2_000

/** How long a service may take to go along, whatever is left of the request; milliseconds. */
const STEP_MS = 10_000

/** The time of the request is up before the platform was quiet. */
class NotQuiet extends Error {}

/** Where a request goes, once it is known, and how far it has come. */
interface Way {
  goal: Date | undefined
  isDone: boolean
  steps: number
  readonly isLate: () => boolean
}

/**
 * Moves the time of an installation that is tried out (docs/sandbox-clock.md). It goes from one instant at which
 * something is due, in any service or at the registry, to the next. At each the registry goes first and its messages
 * are taken; then the services. The next instant is looked for when every outbox and queue is empty, nothing is being
 * handled, and no operation can run: so what follows from an instant is done before the next, and twice the same is
 * twice the same.
 */
@Controller()
export class AdvanceClock {
  private readonly log = new Logger('sandbox clock')
  private turn: Promise<unknown> = Promise.resolve()

  constructor(
    private readonly rpc: Rpc,
    private readonly clock: Clock,
    private readonly store: SandboxClockStore,
    private readonly registry: RegistryClock,
    private readonly poll: WhenPollDue,
  ) {}

  /**
   * One at a time; the next goes on from where this one came to. A step is not broken off when the time of its request
   * is up: the answer leaves, and the next waits for the end of the step.
   */
  @Handles(advanceClock)
  async execute({ seconds, until }: Input<typeof advanceClock>, call: Call): Promise<Result<typeof advanceClock>> {
    if ((seconds === undefined) === (until === undefined)) {
      fail('invalid_input', { field: 'seconds', problem: 'give either seconds or until' })
    }
    const left = call.deadline - ANSWER_MS - this.clock.machineMs()
    const time = AbortSignal.timeout(Math.max(0, Math.ceil(left)))
    const goal = until === undefined ? undefined : new Date(until)
    const way: Way = { goal, isDone: false, steps: 0, isLate: () => time.aborted }
    const mine = this.turn.then(() => this.advance(way, seconds ?? 0, call))
    this.turn = mine.catch((error: Error) => this.log.warn(`stopped on the way: ${error.message}`))
    await Promise.race([mine, once(time, 'abort')])
    // Others had its turn: it has moved nothing, and where so many seconds lead is not known.
    if (!way.goal) fail('service_unavailable')
    return {
      now: this.clock.now().toISOString(),
      until: way.goal.toISOString(),
      is_done: way.isDone,
      steps: way.steps,
    }
  }

  private async advance(way: Way, seconds: number, call: Call): Promise<void> {
    if (way.isLate()) return
    let aheadMs = await this.store.read()
    this.clock.putAhead(aheadMs)
    let heldAt = this.clock.now()
    const goal = (way.goal ??= new Date(heldAt.getTime() + seconds * 1000))
    try {
      let next = await this.settle(aheadMs, heldAt, way, call)
      while (heldAt < goal) {
        refuseLate(way, 'the way was long')
        const due = earliest([next, await this.registry.nextDue(), goal])
        const instant = Math.min(goal.getTime(), Math.max(heldAt.getTime(), due.getTime()))
        const isNear = instant - heldAt.getTime() <= EVE_MS
        const stop = new Date(isNear ? instant : instant - EVE_MS)
        // The registry's clock goes by the second; nothing is early.
        aheadMs = Math.max(aheadMs, Math.ceil((stop.getTime() - this.clock.machineMs()) / 1000) * 1000)
        next = await this.moveTo(aheadMs, { from: heldAt, to: stop }, way, call)
        heldAt = stop
        if (isNear) way.steps++
      }
    } catch (error) {
      if (!(error instanceof NotQuiet)) throw error
      this.log.warn(`stopped on the way: ${error.message}`)
    }
    await this.tell({ aheadMs }, call)
    way.isDone = heldAt >= goal
  }

  /** The registry first, then the services; gives the instant at which something is due next. */
  private async moveTo(
    aheadMs: number,
    { from, to }: { from: Date; to: Date },
    way: Way,
    call: Call,
  ): Promise<Date | undefined> {
    const before = await this.store.read()
    await this.registry.putAhead(aheadMs / 1000)
    // Asked whether or not it says that it did something: a command of ours may have come before it could.
    await this.poll.pollAll()
    await this.settle(before, from, way, call)
    await this.store.put(aheadMs)
    return this.settle(aheadMs, to, way, call)
  }

  /** Has every service go along, and waits until none has anything to do. */
  private async settle(aheadMs: number, heldAt: Date, way: Way, call: Call): Promise<Date | undefined> {
    let quietAt: number | undefined
    for (;;) {
      const told = await this.tell({ aheadMs, heldAt: heldAt.toISOString() }, call)
      const dues = told.map(({ nextDue }) => (nextDue === null ? undefined : new Date(nextDue)))
      const busy = steps.filter((_, index) => {
        const due = dues[index]
        return (told[index]?.waiting ?? 0) > 0 || (due !== undefined && due <= heldAt)
      })
      const moved = told.reduce((sum, state) => sum + state.moved, 0)
      // A message may pass from one to the other between their answers; two equal looks say that none did.
      if (busy.length === 0 && quietAt === moved) return earliest(dues)
      quietAt = busy.length === 0 ? moved : undefined
      refuseLate(way, `${busy.map(({ service }) => service).join(', ') || 'nobody'} had work to do`)
      if (busy.length > 0) await pause(LOOK_MS)
    }
  }

  private tell(time: { aheadMs: number; heldAt?: string }, call: Call) {
    const deadline = this.clock.machineMs() + STEP_MS
    return Promise.all(steps.map(({ step }) => this.rpc.call(step, time, { ...call, deadline })))
  }
}

function refuseLate({ isLate }: Way, why: string): void {
  if (isLate()) throw new NotQuiet(why)
}

function earliest(instants: readonly [...(Date | undefined)[], Date]): Date
function earliest(instants: readonly (Date | undefined)[]): Date | undefined
function earliest(instants: readonly (Date | undefined)[]): Date | undefined {
  const known = instants.filter((instant) => instant !== undefined)
  return known.length === 0 ? undefined : new Date(Math.min(...known.map((instant) => instant.getTime())))
}

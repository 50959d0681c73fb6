import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { Controller, Logger } from '@nestjs/common'
import { fail } from '@nameyard/contracts/errors'
import { services, type Call, type Input, type Result } from '@nameyard/contracts/operation'
import { advanceClock } from '@nameyard/contracts/sandbox/advance-clock'
import { advanceClockAsOperator } from '@nameyard/contracts/sandbox/advance-clock-as-operator'
import { stepClock } from '@nameyard/contracts/sandbox/step-clock'
import { Handles } from '@nameyard/messaging/handles'
import { Rpc } from '@nameyard/messaging/rpc'
import { Clock } from '@nameyard/runtime/clock'
import { WhenPollDue } from '../poll/when-poll-due'
import { RegistryClocks } from '../sessions/registry-clocks'
import { RegistryClock } from './registry-clock'
import { SandboxClockStore } from './sandbox-clock.store'

const steps = services.map((service) => ({ service, step: stepClock(service) }))

/** Milliseconds between two checks of busy services. */
const CHECK_MS = 5

/**
 * The time also stops so many milliseconds before each instant: daily checks run then, once for all skipped days, and not
 * together with the events of the instant.
 */
const BEFORE_MS = 10_000

/** Milliseconds of a request's time that are reserved for its answer. */
const ANSWER_MS = 2_000

/** Milliseconds that a service may take for one step, independent of the request's time. */
const STEP_MS = 10_000

/** The time of the request has run out before the platform was idle. */
class NotIdle extends Error {}

/** The goal of a request, once it is known, and its progress. */
interface Progress {
  goal: Date | undefined
  isDone: boolean
  steps: number
  /** The messages that the services had handled and published when all were idle last. */
  idleAt: number | undefined
  readonly isLate: () => boolean
}

/**
 * Advances the sandbox clock (docs/sandbox-clock.md) from one due instant, of any service or of the registry, to the next.
 * At each instant the registry is advanced first and its messages are read; then the services. The next instant follows
 * when every outbox and queue is empty, no message is being handled and no operation is runnable. So all consequences of
 * an instant are finished before the next, and the result is deterministic.
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
    private readonly clocks: RegistryClocks,
  ) {}

  /**
   * Requests run one at a time; the next continues where this one stopped. A step is not aborted when the time of its
   * request has run out: the request is answered, and the next one waits for the end of the step.
   */
  @Handles(advanceClock)
  async execute({ seconds, until }: Input<typeof advanceClock>, call: Call): Promise<Result<typeof advanceClock>> {
    if ((seconds === undefined) === (until === undefined)) {
      fail('invalid_input', { field: 'seconds', problem: 'give either seconds or until' })
    }
    const left = call.deadline - ANSWER_MS - this.clock.machineMs()
    const time = AbortSignal.timeout(Math.max(0, Math.ceil(left)))
    const goal = until === undefined ? undefined : new Date(until)
    const progress: Progress = { goal, isDone: false, steps: 0, idleAt: undefined, isLate: () => time.aborted }
    const run = this.turn.then(() => this.advance(progress, seconds ?? 0, call))
    this.turn = run.catch((error: Error) => this.log.warn(`stopped before the goal: ${error.message}`))
    await Promise.race([run, once(time, 'abort')])
    // Another request ran all the time: this one has not started, so its goal is unknown.
    if (!progress.goal) fail('service_unavailable')
    return {
      now: this.clock.now().toISOString(),
      until: progress.goal.toISOString(),
      is_done: progress.isDone,
      steps: progress.steps,
    }
  }

  @Handles(advanceClockAsOperator)
  executeForOperator(input: Input<typeof advanceClockAsOperator>, call: Call): Promise<Result<typeof advanceClock>> {
    return this.execute(input, call)
  }

  private async advance(progress: Progress, seconds: number, call: Call): Promise<void> {
    if (progress.isLate()) return
    let aheadMs = await this.store.read()
    this.clock.putAhead(aheadMs)
    let heldAt = this.clock.now()
    const goal = (progress.goal ??= new Date(heldAt.getTime() + seconds * 1000))
    try {
      let next = await this.settle(aheadMs, heldAt, progress, call)
      while (heldAt < goal) {
        refuseLate(progress, 'the goal is far')
        const due = earliest([next, await this.registry.nextDue(), goal])
        const instant = Math.min(goal.getTime(), Math.max(heldAt.getTime(), due.getTime()))
        const isNear = instant - heldAt.getTime() <= BEFORE_MS
        const stop = new Date(isNear ? instant : instant - BEFORE_MS)
        // The registry's clock has a resolution of seconds; rounded up, so that nothing runs early.
        aheadMs = Math.max(aheadMs, Math.ceil((stop.getTime() - this.clock.machineMs()) / 1000) * 1000)
        next = await this.moveTo(aheadMs, { from: heldAt, to: stop }, progress, call)
        heldAt = stop
        if (isNear) progress.steps++
      }
    } catch (error) {
      if (!(error instanceof NotIdle)) throw error
      this.log.warn(`stopped before the goal: ${error.message}`)
    }
    // The stored time: when the move was stopped, the services have not moved. They would be ahead of one that starts now.
    await this.step({ aheadMs: await this.store.read() }, call)
    progress.isDone = heldAt >= goal
  }

  /** Advances the registry, then the services. Returns the next due instant. */
  private async moveTo(
    aheadMs: number,
    { from, to }: { from: Date; to: Date },
    progress: Progress,
    call: Call,
  ): Promise<Date | undefined> {
    const before = await this.store.read()
    this.clocks.expectAhead(aheadMs)
    await this.registry.putAhead(aheadMs / 1000)
    // Polled even when no job ran: a command of ours may have run the jobs earlier.
    await this.poll.pollAll()
    await this.settle(before, from, progress, call)
    await this.store.put(aheadMs)
    progress.idleAt = undefined
    return this.settle(aheadMs, to, progress, call)
  }

  /**
   * Sets the time of every service, and waits until all are idle. At a time at which they were idle before, one round of
   * answers shows it if no message has passed since.
   */
  private async settle(aheadMs: number, heldAt: Date, progress: Progress, call: Call): Promise<Date | undefined> {
    for (;;) {
      const states = await this.step({ aheadMs, heldAt: heldAt.toISOString() }, call)
      const dues = states.map(({ nextDue }) => (nextDue === null ? undefined : new Date(nextDue)))
      const busy = steps.filter((_, index) => {
        const due = dues[index]
        return (states[index]?.waiting ?? 0) > 0 || (due !== undefined && due <= heldAt)
      })
      const moved = states.reduce((sum, state) => sum + state.moved, 0)
      // A message may pass between two services while they answer. Two equal counts show that none did.
      if (busy.length === 0 && progress.idleAt === moved) return earliest(dues)
      progress.idleAt = busy.length === 0 ? moved : undefined
      refuseLate(progress, `${busy.map(({ service }) => service).join(', ') || 'no service'} was busy`)
      if (busy.length > 0) await pause(CHECK_MS)
    }
  }

  private step(time: { aheadMs: number; heldAt?: string }, call: Call) {
    const deadline = this.clock.machineMs() + STEP_MS
    return Promise.all(steps.map(({ step }) => this.rpc.call(step, time, { ...call, deadline })))
  }
}

function refuseLate({ isLate }: Progress, why: string): void {
  if (isLate()) throw new NotIdle(why)
}

function earliest(instants: readonly [...(Date | undefined)[], Date]): Date
function earliest(instants: readonly (Date | undefined)[]): Date | undefined
function earliest(instants: readonly (Date | undefined)[]): Date | undefined {
  const known = instants.filter((instant) => instant !== undefined)
  return known.length === 0 ? undefined : new Date(Math.min(...known.map((instant) => instant.getTime())))
}

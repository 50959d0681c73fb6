import { Clock } from '@nameyard/runtime/clock'
import type { Ask, InProcess } from './in-process'

/**
 * Scenarios whose goals are no further apart than this continue together: a goal is reached up to so many milliseconds
 * late.
 */
const TOGETHER_MS = 5 * 60_000

/** Milliseconds in which all scenarios end on a busy machine. */
const RUN_MS = 600_000

/** A scenario that waits for an instant of the platform's time, in milliseconds since the Unix epoch. */
interface Waiting {
  readonly goal: number
  readonly proceed: () => void
  readonly fail: (error: unknown) => void
}

interface Step {
  readonly work: () => Promise<void>
  /** Undefined until the step has ended. */
  outcome?: { readonly error?: unknown }
}

/** Tests that follow each other: each begins where the one before has ended. */
export class Scenario {
  readonly steps: Step[] = []

  /** @param reach waits until an instant of the platform's time. */
  constructor(
    private readonly clock: Clock,
    private readonly reach: (goal: number) => Promise<void>,
  ) {}

  /** Declares the next test. */
  test(name: string, work: () => Promise<void>): void {
    const step: Step = { work }
    this.steps.push(step)
    test(name, () => {
      if (!step.outcome) throw new Error('this step was not run')
      if ('error' in step.outcome) throw step.outcome.error
    })
  }

  /** Waits until so many seconds of the platform's time have passed and all that was due is done. */
  readonly pass = (seconds: number): Promise<void> => this.reach(this.clock.epochMs() + seconds * 1000)

  /** The same, until an instant (RFC 3339). */
  readonly until = (instant: string): Promise<void> => this.reach(Date.parse(instant))
}

/**
 * Runs scenarios side by side on the sandbox clock of one platform. The clock is advanced only while every scenario waits
 * for a later time, and then to the earliest of these times. So a year passes once for all scenarios, not once for each.
 */
export class SharedClock {
  readonly clock = new Clock()
  /** Options with which the platform must be started. */
  readonly options = {
    hasSandboxClock: true,
    clock: this.clock,
  }
  private readonly scenarios: Scenario[] = []
  private waiting: Waiting[] = []
  private running = 0

  /** Creates a scenario without tests. */
  scenario(): Scenario {
    const scenario = new Scenario(this.clock, (goal) => this.reach(goal))
    this.scenarios.push(scenario)
    return scenario
  }

  /** Declares a scenario of one test. */
  test(name: string, work: (scenario: Scenario) => Promise<void>): void {
    const scenario = this.scenario()
    scenario.test(name, () => work(scenario))
  }

  /** Declares the hook that runs all scenarios. Their tests report its outcome. */
  runOn(platform: () => InProcess): void {
    beforeAll(async () => {
      this.ask = await platform().open('clock')
      this.running = this.scenarios.length
      await Promise.all(this.scenarios.map((scenario) => this.run(scenario)))
    }, RUN_MS)
  }

  private ask: Ask = () => Promise.reject(new Error('the clock has no platform yet'))

  private async run({ steps }: Scenario): Promise<void> {
    for (const step of steps) {
      step.outcome = await step.work().then(
        () => ({}),
        (error: unknown) => ({ error }),
      )
    }
    this.running--
    await this.advanceIfIdle()
  }

  private reach(goal: number): Promise<void> {
    return new Promise((proceed, fail) => {
      this.waiting.push({ goal, proceed, fail })
      void this.advanceIfIdle()
    })
  }

  private async advanceIfIdle(): Promise<void> {
    if (this.waiting.length === 0 || this.waiting.length < this.running) return
    const first = Math.min(...this.waiting.map(({ goal }) => goal))
    const together = this.waiting.filter(({ goal }) => goal <= first + TOGETHER_MS)
    let resume: (each: Waiting) => void
    try {
      await this.advance(new Date(Math.max(...together.map(({ goal }) => goal))).toISOString())
      resume = ({ proceed }) => proceed()
    } catch (error) {
      resume = ({ fail }) => fail(error)
    }
    this.waiting = this.waiting.filter((each) => !together.includes(each))
    together.forEach(resume)
  }

  private async advance(until: string): Promise<void> {
    for (let isDone = false; !isDone;) {
      const { status, json, text } = await this.ask('POST', '/v1/sandbox/clock/advance', { body: { until } })
      if (status !== 200) throw new Error(`the clock was not advanced to ${until}: ${status} ${text}`)
      isDone = json.data.is_done
    }
  }
}

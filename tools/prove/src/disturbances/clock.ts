import { setTimeout as pause } from 'node:timers/promises'
import type { Input } from '@nameyard/contracts/operation'
import { advanceClockAsOperator } from '@nameyard/contracts/sandbox/advance-clock-as-operator'
import type { TestParty } from '@nameyard/testing/party'
import type { Installation } from '../installation/installation'
import type { Outages } from '../installation/outages'
import { pairs, type PartName } from '../installation/parts'
import type { QuietTime } from '../quiet-time'
import type { Random } from '../random'
import type { PartDisturbance } from './parts'

const DAY_MS = 86_400_000

/** How long one move is tried: services have work left from before; milliseconds. */
const MOVE_MS = 30_000

/** How many of ten moves are disturbed. */
const DISTURBED_OF_TEN = 3

/** Moves the clock of the platform ahead (docs/sandbox-clock.md). */
export class ClockDisturbance {
  constructor(
    private readonly installation: Installation,
    private readonly outages: Outages,
    private readonly random: Random,
    private readonly quietTime: QuietTime,
    private readonly parts: PartDisturbance,
  ) {}

  /** Moves the clock by some days, as far as other work allows. Returns how far. */
  async step(): Promise<string> {
    const { random } = this
    const days = random.between(1, 60)
    // The clock needs one process of each service.
    const stopped = pairs.map((pair) => random.one<PartName>(pair))
    const isDisturbed = random.between(1, 10) <= DISTURBED_OF_TEN
    let moved = 0
    let disturbed = 'nothing else'
    await this.quietTime.during(async () => {
      // Polls and checks that the registry does not answer would take most of the time.
      if (!isDisturbed) await this.installation.sandbox.removeFaults()
      const ends = stopped.map((part) => this.outages.begin(part))
      await Promise.all(stopped.map((part) => this.installation.stop(part)))
      const moving = moveClock(this.installation.operator, days, MOVE_MS)
      if (isDisturbed) disturbed = await this.parts.stepExcept(stopped)
      moved = await moving
      for (const part of stopped) await this.parts.startAgain(part)
      for (const end of ends) end()
    })
    return `clock ahead by ${moved.toFixed(1)} of ${days} days without ${stopped.join(' and ')}, with ${disturbed}`
  }
}

/** Pause after a request that failed because something is disturbed; milliseconds. */
const RETRY_MS = 200

/**
 * Moves the clock for at most the given time. Returns by how many days it has moved. The operator asks for it: a gateway gives
 * up sooner than many domains are checked.
 */
export async function moveClock(operator: TestParty, days: number, withinMs: number): Promise<number> {
  const end = performance.now() + withinMs
  let asked: Input<typeof advanceClockAsOperator> = { seconds: days * 86_400 }
  let left = days
  while (performance.now() < end && left > 0) {
    try {
      const { is_done, until, now } = await operator.rpc.call(advanceClockAsOperator, asked, operator.call())
      left = is_done ? 0 : (Date.parse(until) - Date.parse(now)) / DAY_MS
      asked = { until }
    } catch {
      await pause(RETRY_MS)
    }
  }
  return days - left
}

import type { Installation } from '../installation/installation'
import type { Outages } from '../installation/outages'
import { workers } from '../installation/parts'
import type { QuietTime } from '../quiet-time'
import type { Random } from '../random'
import type { Client } from '../resellers/client'
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
    private readonly client: Client,
    private readonly outages: Outages,
    private readonly random: Random,
    private readonly quietTime: QuietTime,
    private readonly parts: PartDisturbance,
  ) {}

  /** Moves the clock by some days, as far as other work allows. Returns how far. */
  async step(): Promise<string> {
    const { random } = this
    const [days, stopped] = [random.between(1, 60), random.one(workers)]
    const isDisturbed = random.between(1, 10) <= DISTURBED_OF_TEN
    let moved = 0
    let disturbed = 'nothing else'
    await this.quietTime.during(async () => {
      // The clock needs one process of each service.
      const end = this.outages.begin(stopped)
      await this.installation.stop(stopped)
      const moving = moveClock(this.client, days, MOVE_MS)
      if (isDisturbed) disturbed = await this.parts.stepExcept(stopped)
      moved = await moving
      await this.parts.startAgain(stopped)
      end()
    })
    return `clock ahead by ${moved.toFixed(1)} of ${days} days without ${stopped}, with ${disturbed}`
  }
}

/** Moves the clock for at most the given time. Returns by how many days it has moved. */
export async function moveClock(client: Client, days: number, withinMs: number): Promise<number> {
  const end = performance.now() + withinMs
  let asked: object = { seconds: days * 86_400 }
  let left = days
  while (performance.now() < end && left > 0) {
    const reply = await client.askOnce('POST', '/v1/sandbox/clock/advance', asked)
    if (reply?.status !== 200) continue
    const { is_done, until, now } = reply.data
    left = is_done ? 0 : (Date.parse(until) - Date.parse(now)) / DAY_MS
    asked = { until }
  }
  return days - left
}

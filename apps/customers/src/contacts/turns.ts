import { fail } from '@nameyard/contracts/errors'

/** Does a limited number of works at the same time. The others wait in their order, and beyond a limit are refused. */
export class Turns {
  private running = 0
  private readonly waiting: (() => void)[] = []

  constructor(
    private readonly atOnce: number,
    private readonly mostWaiting: number,
  ) {}

  /** Refuses with `service_unavailable` when too many wait. */
  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.running >= this.atOnce) {
      if (this.waiting.length >= this.mostWaiting) fail('service_unavailable')
      await new Promise<void>((resolve) => this.waiting.push(resolve))
    } else {
      this.running++
    }
    try {
      return await work()
    } finally {
      // The next one takes this turn.
      const next = this.waiting.shift()
      if (next) next()
      else this.running--
    }
  }
}

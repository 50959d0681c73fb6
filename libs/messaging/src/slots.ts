/** Runs a limited number of tasks at the same time; the others wait in their order. */
export class Slots {
  private running = 0
  private waiting: (() => void)[] = []
  private idle: (() => void)[] = []

  constructor(private readonly limit: number) {}

  run(work: () => Promise<void>): void {
    if (this.running >= this.limit) {
      this.waiting.push(() => this.begin(work))
    } else {
      this.begin(work)
    }
  }

  /** Resolves when no task runs or waits. */
  whenIdle(): Promise<void> {
    if (this.running === 0) return Promise.resolve()
    return new Promise((resolve) => this.idle.push(resolve))
  }

  private begin(work: () => Promise<void>): void {
    this.running++
    void work().finally(() => {
      this.running--
      const next = this.waiting.shift()
      if (next) next()
      else if (this.running === 0) for (const resolve of this.idle.splice(0)) resolve()
    })
  }
}

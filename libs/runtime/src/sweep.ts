/**
 * Looks for work at regular intervals and on each call of `run`, one sweep at a time. A failed sweep is only logged; the
 * next one runs as usual.
 */
export class Sweep {
  private timer: NodeJS.Timeout | undefined
  private running: Promise<void> | undefined
  private next: Promise<void> | undefined
  private stopped = false

  constructor(
    private readonly work: () => Promise<void>,
    private readonly log: { warn(message: string): void },
  ) {}

  /** Whether the service is ending. Work that loops must then stop. */
  get isStopped(): boolean {
    return this.stopped
  }

  /** An interval that ends during a sweep starts none. */
  start(everyMs: number): void {
    this.timer = setInterval(() => {
      if (!this.running) void this.run()
    }, everyMs)
  }

  /** Sweeps once. A call during a sweep waits for the next one: the running one may have read its work before the call. */
  run(): Promise<void> {
    if (this.next) return this.next
    if (!this.running) return this.begin()
    this.next = this.running.then(() => {
      this.next = undefined
      if (!this.stopped) return this.begin()
    })
    return this.next
  }

  private begin(): Promise<void> {
    this.running = this.work()
      .catch((error: Error) => this.log.warn(`the sweep ended early: ${error.message}`))
      .finally(() => (this.running = undefined))
    return this.running
  }

  /** Starts no further sweep, and waits for the running one. */
  async stop(): Promise<void> {
    this.stopped = true
    clearInterval(this.timer)
    await (this.next ?? this.running)
  }
}

/**
 * Looks for work at regular intervals and on each call of `run`, one sweep at a time. A call during a sweep waits for
 * that sweep. A failed sweep is only logged; the next one runs as usual.
 */
export class Sweep {
  private timer: NodeJS.Timeout | undefined
  private running: Promise<void> | undefined
  private stopped = false

  constructor(
    private readonly work: () => Promise<void>,
    private readonly log: { warn(message: string): void },
  ) {}

  /** Whether the service is ending. Work that loops must then stop. */
  get isStopped(): boolean {
    return this.stopped
  }

  start(everyMs: number): void {
    this.timer = setInterval(() => void this.run(), everyMs)
  }

  run(): Promise<void> {
    return (this.running ??= this.work()
      .catch((error: Error) => this.log.warn(`the sweep ended early: ${error.message}`))
      .finally(() => (this.running = undefined)))
  }

  /** Starts no further sweep, and waits for the running one. */
  async stop(): Promise<void> {
    this.stopped = true
    clearInterval(this.timer)
    await this.running
  }
}

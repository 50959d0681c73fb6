/**
 * Looks for work in regular pauses and whenever it is asked to, one sweep at a time: who asks while one is on its way
 * waits for that one. A sweep that fails is told and no more; the next comes anyway.
 */
export class Sweep {
  private timer: NodeJS.Timeout | undefined
  private running: Promise<void> | undefined
  private stopped = false

  constructor(
    private readonly work: () => Promise<void>,
    private readonly log: { warn(message: string): void },
  ) {}

  /** Whether the service ends: work that goes on by itself leaves the rest. */
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

  /** No further sweep begins, and the one on its way is over. */
  async stop(): Promise<void> {
    this.stopped = true
    clearInterval(this.timer)
    await this.running
  }
}

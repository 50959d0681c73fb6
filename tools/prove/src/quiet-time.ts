/** Lets one thread of events have the platform for itself: the others wait before their next step. */
export class QuietTime {
  private readonly running = new Set<Promise<unknown>>()
  private current: Promise<unknown> | undefined

  /** Runs a step of another thread when it is not quiet. */
  async outside<Result>(step: () => Promise<Result>): Promise<Result> {
    while (this.current) await this.current
    const running = step()
    const ended = running.then(
      () => undefined,
      () => undefined,
    )
    this.running.add(ended)
    void ended.then(() => this.running.delete(ended))
    return running
  }

  /** Waits for the end of all running steps, and runs `work` while no other begins. */
  async during(work: () => Promise<void>): Promise<void> {
    let end = (): void => undefined
    this.current = new Promise<void>((resolve) => (end = resolve))
    try {
      await Promise.all(this.running)
      await work()
    } finally {
      this.current = undefined
      end()
    }
  }
}

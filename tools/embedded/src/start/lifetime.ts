/** The resources that a start has opened, and the unexpected end of one of them. */
export class Lifetime {
  private readonly closers: (() => Promise<unknown>)[] = []
  private isStopping = false
  private lose!: (sentence: string) => void
  /** Resolves with a sentence when a resource ended unexpectedly. */
  readonly lost = new Promise<string>((resolve) => (this.lose = resolve))

  /** Closes the resources in reverse order. */
  onStop(close: () => Promise<unknown>): void {
    this.closers.push(close)
  }

  reportLoss(sentence: string): void {
    if (!this.isStopping) this.lose(sentence)
  }

  async stop(): Promise<void> {
    this.isStopping = true
    for (const close of this.closers.splice(0).reverse()) await close()
  }
}

/** What a start has opened so far, and the news that a part of it was lost. */
export class Lifetime {
  private readonly closers: (() => Promise<unknown>)[] = []
  private isStopping = false
  private lose!: (sentence: string) => void
  /** Resolves with a sentence when a part ended that nobody told to. */
  readonly lost = new Promise<string>((resolve) => (this.lose = resolve))

  /** Stops what was opened last first. */
  onStop(close: () => Promise<unknown>): void {
    this.closers.push(close)
  }

  tellLoss(sentence: string): void {
    if (!this.isStopping) this.lose(sentence)
  }

  async stop(): Promise<void> {
    this.isStopping = true
    for (const close of this.closers.splice(0).reverse()) await close()
  }
}

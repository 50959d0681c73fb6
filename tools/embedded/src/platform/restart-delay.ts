const FIRST_MS = 1_000
const LONGEST_MS = 30_000
/** A process that was ready for so long works: its next end has another cause than the last one. */
const STEADY_MS = 60_000

/** How long a process that ended waits for its next start: 1 s, doubled at each end up to 30 s. */
export class RestartDelay {
  private nextMs = FIRST_MS
  private readyAt: number | undefined

  /** @param now milliseconds of a clock that never goes back */
  constructor(private readonly now: () => number) {}

  ready(): void {
    this.readyAt = this.now()
  }

  /** The process ended, or could not start. Returns the milliseconds until its next start. */
  ended(): number {
    if (this.readyAt !== undefined && this.now() - this.readyAt >= STEADY_MS) this.nextMs = FIRST_MS
    this.readyAt = undefined
    const delay = this.nextMs
    this.nextMs = Math.min(delay * 2, LONGEST_MS)
    return delay
  }
}

const FIRST_MS = 1_000
const LONGEST_MS = 30_000
/** After this time of being ready the delay starts anew: the next end has another cause than the last one. */
const STEADY_MS = 60_000

/** The delay before a restart: 1 s, doubled at each end up to 30 s. */
export class RestartDelay {
  private nextMs = FIRST_MS
  private readyAt: number | undefined

  /** @param now milliseconds of a monotonic clock */
  constructor(private readonly now: () => number) {}

  ready(): void {
    this.readyAt = this.now()
  }

  /** Call when the process ended or could not start. Returns the milliseconds until its next start. */
  ended(): number {
    if (this.readyAt !== undefined && this.now() - this.readyAt >= STEADY_MS) this.nextMs = FIRST_MS
    this.readyAt = undefined
    const delay = this.nextMs
    this.nextMs = Math.min(delay * 2, LONGEST_MS)
    return delay
  }
}

import { Injectable } from '@nestjs/common'

/**
 * The one place where the platform reads the time. It has two faces, both in UTC. `now` is the platform's time: what
 * dates, terms, prices and timers go by; an installation that is tried out may put it ahead. `machineNow` is the time
 * that passes while somebody waits: deadlines of requests, tokens, rate limits, idempotency keys. The two are the same
 * unless the platform's time was put ahead.
 */
@Injectable()
export class Clock {
  private aheadMs = 0
  private held: { readonly at: number; readonly until: number } | undefined

  /** The platform's time. */
  now(): Date {
    const machineMs = this.machineMs()
    return new Date(this.held && machineMs < this.held.until ? this.held.at : machineMs + this.aheadMs)
  }

  /** The platform's time in milliseconds since the Unix epoch. */
  epochMs(): number {
    return this.now().getTime()
  }

  /** The machine's time, which nobody moves. */
  machineNow(): Date {
    return new Date()
  }

  /** The machine's time in milliseconds since the Unix epoch. */
  machineMs(): number {
    return this.machineNow().getTime()
  }

  /** Puts the platform's time so far ahead of the machine's. It never runs back: asking twice is asking once. */
  putAhead(milliseconds: number): void {
    this.aheadMs = Math.max(this.aheadMs, milliseconds)
  }

  /**
   * Has the platform's time stand still at an instant, at most for so long on the machine's, so that whoever holds it
   * may die; undefined lets it go on.
   */
  hold(instant: Date | undefined, forMs = 0): void {
    this.held = instant && { at: instant.getTime(), until: this.machineMs() + forMs }
  }
}

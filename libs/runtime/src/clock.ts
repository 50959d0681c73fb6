import { Injectable } from '@nestjs/common'

/**
 * The only place where the platform reads the time. It has two times, both in UTC. `now` is the platform's time: dates,
 * terms, prices and timers use it. An installation for tests can put it ahead. `machineNow` is the real time: deadlines
 * of requests, tokens, rate limits and idempotency keys use it. The two are the same unless the platform's time was put
 * ahead.
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

  /** Seconds of the platform's time since an instant; 0 for none, and for one that has not come. */
  secondsSince(instant: Date | null | undefined): number {
    return instant ? Math.max(0, (this.epochMs() - instant.getTime()) / 1_000) : 0
  }

  /** The machine's time, which is never put ahead. */
  machineNow(): Date {
    return new Date(this.machineMs())
  }

  /** The machine's time in milliseconds since the Unix epoch. */
  machineMs(): number {
    return Date.now()
  }

  /**
   * Puts the platform's time this far ahead of the machine's time. It never runs back: the same or a smaller value has no
   * effect.
   */
  putAhead(milliseconds: number): void {
    this.aheadMs = Math.max(this.aheadMs, milliseconds)
  }

  /**
   * Stops the platform's time at an instant, for at most `forMs` of the machine's time: then it runs again even if the
   * process that stopped it has crashed. `undefined` lets it run again.
   */
  hold(instant: Date | undefined, forMs = 0): void {
    this.held = instant && { at: instant.getTime(), until: this.machineMs() + forMs }
  }
}

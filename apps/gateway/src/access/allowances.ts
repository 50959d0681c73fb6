import type { authenticate } from '@nameyard/contracts/access/authenticate'
import type { Answer, InputGiven } from '@nameyard/contracts/operation'

/** What the service says of an account's requests. */
export type Allowance = Answer<typeof authenticate>['allowance']

/** Requests by account, as they are reported. */
export type Spent = NonNullable<InputGiven<typeof authenticate>['spent']>

/** What is left to an account, as its client may know it. */
export interface Remaining {
  /** Requests that may be made at once now. */
  readonly remaining: number
  readonly burst: number
  readonly perSecond: number
  /** Seconds until a quiet account has its whole burst again. */
  readonly fullAfter: number
  /** Seconds after which one may be made; 0 when this one was let through. */
  readonly retryAfter: number
}

interface Bucket extends Allowance {
  /** Milliseconds of the clock that only moves forward. */
  readonly asOf: number
}

/** Accounts kept at most; of the one that was learnt longest ago it is learnt anew. */
const MOST_ACCOUNTS = 20_000

/**
 * How many requests each account may make: a bucket that refills with time. The customers service keeps the bucket
 * that counts; this one follows it, because every verdict on a token reports what was let through here and brings back
 * what all edges left. In between each edge trusts its own count, so together they may let through more than they
 * should for the life of a verdict; the debt is paid back by the next requests.
 */
export class Allowances {
  private readonly buckets = new Map<number, Bucket>()
  /** Let through here and not reported yet, by account. */
  private unreported = new Map<number, number>()

  constructor(private readonly elapsed: () => number = () => performance.now()) {}

  /** Takes over what a verdict says. */
  learn(resellerId: number, { remaining, perSecond, burst }: Allowance): void {
    this.buckets.delete(resellerId)
    for (const [oldest] of this.buckets) {
      if (this.buckets.size < MOST_ACCOUNTS) break
      this.buckets.delete(oldest)
    }
    const known = remaining - (this.unreported.get(resellerId) ?? 0)
    this.buckets.set(resellerId, { remaining: known, perSecond, burst, asOf: this.elapsed() })
  }

  /** Lets one request of an account through, or tells how long to wait. `undefined` for an account nothing is known of. */
  take(resellerId: number): Remaining | undefined {
    const bucket = this.buckets.get(resellerId)
    if (!bucket) return undefined
    const { perSecond, burst, asOf } = bucket
    const now = this.elapsed()
    const refilled = Math.min(burst, bucket.remaining + (perSecond * (now - asOf)) / 1000)
    const isLetThrough = refilled >= 1
    const remaining = isLetThrough ? refilled - 1 : refilled
    if (isLetThrough) {
      this.unreported.set(resellerId, (this.unreported.get(resellerId) ?? 0) + 1)
      this.buckets.set(resellerId, { ...bucket, remaining, asOf: now })
    }
    return {
      remaining: Math.max(0, Math.floor(remaining)),
      burst,
      perSecond,
      fullAfter: Math.ceil((burst - remaining) / perSecond),
      retryAfter: isLetThrough ? 0 : Math.max(1, Math.ceil((1 - refilled) / perSecond)),
    }
  }

  /** What was let through since it was last asked for. */
  report(): Spent {
    const spent = [...this.unreported].map(([resellerId, requests]) => ({ resellerId, requests }))
    this.unreported = new Map()
    return spent
  }

  /** A report did not arrive: it travels with the next one. */
  giveBack(spent: Spent): void {
    for (const { resellerId, requests } of spent) {
      this.unreported.set(resellerId, (this.unreported.get(resellerId) ?? 0) + requests)
    }
  }
}

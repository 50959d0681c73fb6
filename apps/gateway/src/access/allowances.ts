import type { authenticate } from '@nameyard/contracts/access/authenticate'
import type { Answer, InputGiven } from '@nameyard/contracts/operation'

/** The request limit of an account, from the customers service. */
export type Allowance = Answer<typeof authenticate>['allowance']

/** Reported numbers of requests by account. */
export type Spent = NonNullable<InputGiven<typeof authenticate>['spent']>

/** What an account can still send, as shown to its clients. */
export interface Remaining {
  /** Requests that can be sent at once now. */
  readonly remaining: number
  readonly burst: number
  readonly perSecond: number
  /** Seconds until the full burst is available again without further requests. */
  readonly fullAfter: number
  /** Seconds until the next request is accepted; 0 if this one was. */
  readonly retryAfter: number
}

interface Bucket extends Allowance {
  /** Milliseconds of a monotonic clock. */
  readonly asOf: number
}

/** Maximum number of accounts; beyond it the oldest is removed and learned again. */
const MOST_ACCOUNTS = 20_000

/**
 * The token bucket of each account. The customers service has the authoritative bucket; this one follows it, because every
 * check of a token and every look at changes reports the requests accepted here and returns what all gateways left. In
 * between each gateway uses its own count, so together they may accept too many requests until the next report. These are
 * subtracted from later requests.
 */
export class Allowances {
  private readonly buckets = new Map<number, Bucket>()
  /** Accepted here and not reported yet, by account. */
  private unreported = new Map<number, number>()

  constructor(private readonly elapsed: () => number = () => performance.now()) {}

  /** Updates the bucket with the answer of an authentication call. */
  learn(resellerId: number, { remaining, perSecond, burst }: Allowance): void {
    this.buckets.delete(resellerId)
    for (const [oldest] of this.buckets) {
      if (this.buckets.size < MOST_ACCOUNTS) break
      this.buckets.delete(oldest)
    }
    const known = remaining - (this.unreported.get(resellerId) ?? 0)
    this.buckets.set(resellerId, { remaining: known, perSecond, burst, asOf: this.elapsed() })
  }

  /** Accepts one request of an account, or returns how long to wait. `undefined` for an unknown account. */
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

  /** Returns the requests accepted since the last report. */
  report(): Spent {
    const spent = [...this.unreported].map(([resellerId, requests]) => ({ resellerId, requests }))
    this.unreported = new Map()
    return spent
  }

  /** Adds a report that did not arrive to the next one. */
  giveBack(spent: Spent): void {
    for (const { resellerId, requests } of spent) {
      this.unreported.set(resellerId, (this.unreported.get(resellerId) ?? 0) + requests)
    }
  }
}

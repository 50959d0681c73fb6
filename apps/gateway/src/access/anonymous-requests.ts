import { fail } from '@nameyard/contracts/errors'
import { clientNetwork } from '@nameyard/names/ip-address'

interface Bucket {
  /** Below zero after requests that arrived together. */
  readonly left: number
  /** Milliseconds of a monotonic clock. */
  readonly asOf: number
}

/** Maximum number of networks; beyond it the one that was seen least recently starts anew. */
const MOST_NETWORKS = 20_000

/**
 * Limits the requests without a token from one network: a token bucket for each, in this gateway. Whether a login counts
 * is known only after it: one that succeeds does not, because some clients log in before every request.
 */
export class AnonymousRequests {
  private readonly buckets = new Map<string, Bucket>()

  constructor(
    private readonly perSecond: number,
    private readonly burst: number,
    private readonly elapsed: () => number = () => performance.now(),
  ) {}

  /** Counts a request, or refuses it when its network has none left. */
  take(address: string): void {
    this.admit(address)
    this.count(address)
  }

  /** Refuses a request of a network that has none left. Counts nothing. */
  admit(address: string): void {
    const left = this.leftOf(clientNetwork(address))
    if (left < 1) fail('rate_limited', { retryAfter: Math.ceil((1 - left) / this.perSecond) })
  }

  /** Counts a request. */
  count(address: string): void {
    const network = clientNetwork(address)
    const left = this.leftOf(network) - 1
    this.buckets.delete(network)
    for (const [oldest] of this.buckets) {
      if (this.buckets.size < MOST_NETWORKS) break
      this.buckets.delete(oldest)
    }
    this.buckets.set(network, { left, asOf: this.elapsed() })
  }

  private leftOf(network: string): number {
    const bucket = this.buckets.get(network)
    if (!bucket) return this.burst
    return Math.min(this.burst, bucket.left + (this.perSecond * (this.elapsed() - bucket.asOf)) / 1000)
  }
}

import { randomUUID } from 'node:crypto'
import type { OnModuleDestroy } from '@nestjs/common'
import { LONGEST_REUSE_MS } from '@nameyard/contracts/access/authenticate'
import { readAccessChanges } from '@nameyard/contracts/access/read-access-changes'
import type { Answer } from '@nameyard/contracts/operation'
import type { Rpc } from '@nameyard/messaging/rpc'
import type { Clock } from '@nameyard/runtime/clock'
import type { Allowances } from './allowances'

/** The pause between two looks. */
const PAUSE_MS = 200

/** A look that began longer ago proves nothing any more. */
const HEARD_MS = 500

/** An answer that takes longer comes too late. */
const ANSWER_MS = 1_000

/** Without a request for that long the gateway stops looking; without a look for that long it begins anew. */
const IDLE_MS = 10_000

/**
 * Follows which accounts have other credentials, rights or limits, while the gateway serves requests. What was asked
 * about an account stays true as long as this hears of changes, and of none of the account. When it hears nothing for
 * half a second, because a service, the broker or the database is away or slow, nothing counts as unchanged.
 */
export class AccessChanges implements OnModuleDestroy {
  /** Milliseconds of the monotonic clock, as all times here: when the last look began that was answered. */
  private heardAt = -Infinity
  /** What was asked before is not covered. */
  private since = Infinity
  /** The moment of the last look, for the next one. */
  private next: string | undefined
  private wantedAt = -Infinity
  private timer: NodeJS.Timeout | undefined
  private isClosed = false
  /** By account, in the order of time: when a change of it was heard. */
  private readonly changes = new Map<number, number>()

  constructor(
    private readonly rpc: Pick<Rpc, 'call'>,
    private readonly allowances: Allowances,
    private readonly clock: Pick<Clock, 'machineMs'>,
    private readonly elapsed: () => number = () => performance.now(),
  ) {}

  /** Notes that answers about credentials are in use. */
  want(): void {
    this.wantedAt = this.elapsed()
    if (this.timer === undefined && !this.isClosed) this.lookAfter(0)
  }

  /** Whether a change of the account was heard at that time or later. */
  hasChanged(resellerId: number, askedAt: number): boolean {
    return (this.changes.get(resellerId) ?? -Infinity) >= askedAt
  }

  /** Whether all changes between a time and half a second ago were heard. */
  covers(askedAt: number): boolean {
    return askedAt >= this.since && this.elapsed() - this.heardAt <= HEARD_MS
  }

  onModuleDestroy(): void {
    this.isClosed = true
    clearTimeout(this.timer)
  }

  private lookAfter(ms: number): void {
    this.timer = setTimeout(() => void this.look(), ms).unref()
  }

  private async look(): Promise<void> {
    const beganAt = this.elapsed()
    if (beganAt - this.wantedAt > IDLE_MS) {
      this.timer = undefined
      return
    }
    if (beganAt - this.heardAt > IDLE_MS) this.beginAnew()
    const spent = this.allowances.report()
    const call = { correlationId: randomUUID(), deadline: this.clock.machineMs() + ANSWER_MS }
    try {
      this.learn(beganAt, await this.rpc.call(readAccessChanges, { since: this.next, spent }, call))
    } catch {
      // The metrics of requests count it; until the next answer each credential is asked for again.
      this.allowances.giveBack(spent)
    }
    if (!this.isClosed) this.lookAfter(PAUSE_MS)
  }

  private learn(beganAt: number, { next, changed, allowances }: Answer<typeof readAccessChanges>): void {
    // A restored database counts from an earlier transaction.
    if (this.next !== undefined && BigInt(next) < BigInt(this.next)) this.beginAnew()
    const now = this.elapsed()
    // The first look names a moment before its answer; what changed until then is not known.
    if (this.next === undefined) this.since = now
    this.next = next
    this.heardAt = beganAt
    for (const resellerId of changed) {
      this.changes.delete(resellerId)
      this.changes.set(resellerId, now)
    }
    for (const [resellerId, heardAt] of this.changes) {
      if (now - heardAt <= LONGEST_REUSE_MS) break
      this.changes.delete(resellerId)
    }
    for (const { resellerId, ...allowance } of allowances) this.allowances.learn(resellerId, allowance)
  }

  private beginAnew(): void {
    this.since = Infinity
    this.next = undefined
  }
}

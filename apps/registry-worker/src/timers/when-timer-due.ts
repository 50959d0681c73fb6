import { randomUUID } from 'node:crypto'
import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common'
import { ROUTINE_TIMER } from '@nameyard/contracts/registry/set-timers'
import { timerDue } from '@nameyard/contracts/registry/timer-due'
import { Outbox } from '@nameyard/outbox/outbox'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { Schedule } from '@nameyard/runtime/schedule'
import { WorkerIdentity } from '../leases/worker-identity'
import { TimerStore } from './timer.store'

/** Interval of looks by all workers together, for timers that another worker has set: it may be killed before they are due. */
const LOOK_MS = 1_000

/** Longest sleep of one worker, and so the longest delay of such a timer. */
const LONGEST_SLEEP_MS = 5_000

/** How long due timers are left to the worker that fires them now. */
const BUSY_MS = 10

/** Timers of one transaction: after a long stop many are due at once, and replicas share them. */
const BATCH = 100

/**
 * Fires due timers as events for domains. The deletion of a timer and its event are one transaction, so that it fires once
 * with any number of replicas.
 */
@Injectable()
export class WhenTimerDue implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log = new Logger('timers')
  private sleep: NodeJS.Timeout | undefined
  private firing: Promise<void> | undefined
  private again = false
  private stopped = false

  constructor(
    private readonly database: Database,
    private readonly store: TimerStore,
    private readonly outbox: Outbox,
    private readonly identity: WorkerIdentity,
    private readonly clock: Clock,
    private readonly schedule: Schedule,
  ) {}

  onApplicationBootstrap(): void {
    this.schedule.add({
      nextDue: () => this.store.nextExcept(ROUTINE_TIMER),
      runDue: () => {
        this.wake()
        return Promise.resolve(this.firing)
      },
    })
    this.wake()
  }

  async onModuleDestroy(): Promise<void> {
    this.stopped = true
    clearTimeout(this.sleep)
    await this.firing
  }

  /** Fires due timers in the background. Called when timers were set. */
  wake(): void {
    if (this.stopped) return
    this.again = true
    this.firing ??= this.fireDue().finally(() => (this.firing = undefined))
  }

  private async fireDue(): Promise<void> {
    clearTimeout(this.sleep)
    let sleepMs = 0
    while ((this.again || sleepMs === 0) && !this.stopped) {
      this.again = false
      sleepMs = await this.fireSome().catch((error: Error) => {
        this.log.warn(`cannot fire timers: ${error.message}`)
        return LOOK_MS
      })
    }
    if (!this.stopped) this.sleep = setTimeout(() => this.wake(), sleepMs)
  }

  /** Fires due timers. Returns how long to sleep; 0 while more may be due. */
  private async fireSome(): Promise<number> {
    const next = await this.store.next()
    const waitMs = next ? next.getTime() - this.clock.epochMs() : Infinity
    if (waitMs > 0) return Math.min(this.longestSleepMs(), waitMs)
    return (await this.fire()) > 0 ? 0 : BUSY_MS
  }

  /** The more workers run, the longer each sleeps. By chance, so that workers that started together do not look together. */
  private longestSleepMs(): number {
    return Math.min(LONGEST_SLEEP_MS, LOOK_MS * this.identity.workers * (0.75 + Math.random() / 2))
  }

  private fire(): Promise<number> {
    return this.database.unitOfWork({ correlationId: randomUUID() }, async (tx) => {
      const fired = await this.store.fire(tx, this.clock.now(), BATCH)
      for (const { domainId, resellerId, version, kind, dueAt } of fired) {
        await this.outbox.append(tx, timerDue, { domainId, resellerId, version, kind, dueAt: dueAt.toISOString() })
      }
      return fired.length
    })
  }
}

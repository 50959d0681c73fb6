import { randomUUID } from 'node:crypto'
import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common'
import { ROUTINE_TIMER } from '@nameyard/contracts/registry/set-timers'
import { timerDue } from '@nameyard/contracts/registry/timer-due'
import { Outbox } from '@nameyard/outbox/outbox'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { Schedule } from '@nameyard/runtime/schedule'
import { TimerStore } from './timer.store'

/** Longest sleep: the clock may be advanced, and other replicas set timers. */
const LONGEST_SLEEP_MS = 1_000

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
    let sleepMs = LONGEST_SLEEP_MS
    while (this.again && !this.stopped) {
      this.again = false
      try {
        while ((await this.fire()) === BATCH && !this.stopped);
        const next = await this.store.next()
        if (next) sleepMs = Math.min(LONGEST_SLEEP_MS, Math.max(1, next.getTime() - this.clock.epochMs()))
      } catch (error) {
        this.log.warn(`cannot fire timers: ${(error as Error).message}`)
        sleepMs = LONGEST_SLEEP_MS
      }
    }
    if (!this.stopped) this.sleep = setTimeout(() => this.wake(), sleepMs)
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

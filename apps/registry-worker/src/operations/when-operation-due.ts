import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common'
import { Clock } from '@nameyard/runtime/clock'
import { Schedule } from '@nameyard/runtime/schedule'
import { WorkerIdentity } from '../leases/worker-identity'
import { Announcer } from './announcer'
import { OperationStore } from './operation.store'
import { Runner } from './runner'

/** Interval of checks by all workers together, for operations that are due or that a worker left. */
const CHECK_MS = 500

/** Longest interval of the checks of one worker. */
const LONGEST_CHECK_MS = 5_000

/** Interval of looks for lost messages, by each worker. */
const LOST_MS = 30_000

/**
 * Announces operations of all accounts that become due, and releases those that dead workers left. The workers share the
 * checks: the more of them run, the longer each waits between its own.
 */
@Injectable()
export class WhenOperationDue implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log = new Logger('operations')
  private timer: NodeJS.Timeout | undefined
  private checking: Promise<void> | undefined
  private lostDueAt = 0
  private stopped = false

  constructor(
    private readonly store: OperationStore,
    private readonly announcer: Announcer,
    private readonly runner: Runner,
    private readonly identity: WorkerIdentity,
    private readonly clock: Clock,
    private readonly schedule: Schedule,
  ) {}

  onApplicationBootstrap(): void {
    this.schedule.add({
      nextDue: () => this.store.nextDue(this.clock.now()),
      runDue: () => Promise.resolve(this.announcer.wake()),
    })
    this.lostDueAt = performance.now() + LOST_MS * Math.random()
    void this.identity.assume().then(() => this.check())
  }

  async onModuleDestroy(): Promise<void> {
    this.stopped = true
    clearTimeout(this.timer)
    await this.checking
  }

  private check(): void {
    if (this.stopped) return
    this.checking = this.checkOnce()
      .catch((error: Error) => this.log.warn(`cannot check for due operations: ${error.message}`))
      .finally(() => {
        this.checking = undefined
        if (this.stopped) return
        const interval = Math.min(LONGEST_CHECK_MS, CHECK_MS * this.identity.workers)
        // Otherwise workers that started together would check together.
        this.timer = setTimeout(() => this.check(), interval * (0.75 + Math.random() / 2))
      })
  }

  private async checkOnce(): Promise<void> {
    await this.releaseAbandoned()
    if (performance.now() > this.lostDueAt) {
      this.lostDueAt = performance.now() + LOST_MS * (0.75 + Math.random() / 2)
      await this.announcer.findLost()
    }
    this.announcer.wake()
  }

  /** Releases the operations of dead workers, and those that this worker lost in a failure of the database. */
  private async releaseAbandoned(): Promise<void> {
    const self = this.identity.number
    if (self === undefined) return
    const { workers, own } = await this.store.executing(self)
    const lost = own.filter(({ id }) => !this.runner.has(id))
    if (lost.length > 0) this.warn(self, await this.store.releaseExecutions(self, lost, this.clock.now()))
    for (const worker of workers)
      if (worker !== self && (await this.identity.isDead(worker)))
        this.warn(worker, await this.store.release(worker, this.clock.now()))
  }

  private warn(worker: number, left: number): void {
    if (left > 0) this.log.warn(`worker ${worker} left ${left} operations behind`)
  }
}

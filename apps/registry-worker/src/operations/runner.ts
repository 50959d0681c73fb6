import { Injectable, Logger, type OnModuleDestroy, type OnApplicationBootstrap } from '@nestjs/common'
import { Clock } from '@nameyard/runtime/clock'
import { Schedule } from '@nameyard/runtime/schedule'
import { WorkerIdentity } from '../leases/worker-identity'
import { Registries } from '../registries/registries'
import { Drivers } from './drivers'
import { ExecuteOperation } from './execute-operation'
import { OperationStore, type ClaimedOperation } from './operation.store'

/** Interval of checks for operations that are due or that another worker left. */
const POLL_MS = 500

/**
 * Executes runnable operations, for each account as many at once as its driver can. Claims them when an operation arrives,
 * when one ends, and regularly; the rows decide which are runnable.
 */
@Injectable()
export class Runner implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log = new Logger('runner')
  private readonly running = new Map<string, { readonly account: string; readonly end: Promise<void> }>()
  private timer: NodeJS.Timeout | undefined
  private filling: Promise<void> | undefined
  private isReleaseDue = true
  /** Accounts that may have runnable operations. */
  private readonly due = new Set<string>()
  private again = false
  private stopped = false

  constructor(
    private readonly store: OperationStore,
    private readonly identity: WorkerIdentity,
    private readonly operation: ExecuteOperation,
    private readonly clock: Clock,
    private readonly registries: Registries,
    private readonly drivers: Drivers,
    private readonly schedule: Schedule,
  ) {}

  onApplicationBootstrap(): void {
    this.schedule.add({
      nextDue: () => this.store.nextDue(this.clock.now()),
      runDue: () => Promise.resolve(this.wake()),
    })
    void this.identity.assume().then(() => this.check())
    this.timer = setInterval(() => this.check(), POLL_MS)
  }

  /** Claims nothing more and waits for the running operations, while sessions and database are still open. */
  async onModuleDestroy(): Promise<void> {
    this.stopped = true
    clearInterval(this.timer)
    await this.filling
    await Promise.all([...this.running.values()].map(({ end }) => end))
  }

  /** Claims operations of one account, or of all, in the background. */
  wake(account?: string): void {
    for (const each of account === undefined ? this.registries.all : [{ account }]) this.due.add(each.account)
    this.run()
  }

  private run(): void {
    if (this.stopped) return
    if (this.filling) {
      this.again = true
      return
    }
    this.filling = this.fill()
      .catch((error: Error) => this.log.warn(`cannot claim operations: ${error.message}`))
      .finally(() => {
        this.filling = undefined
        if (!this.again) return
        this.again = false
        this.run()
      })
  }

  private check(): void {
    this.isReleaseDue = true
    this.wake()
  }

  private async fill(): Promise<void> {
    // Never during a claim: operations that are claimed and not yet in `running` would be released.
    if (this.isReleaseDue) await this.releaseAbandoned()
    this.isReleaseDue = false
    const accounts = [...this.due]
    this.due.clear()
    for (const account of accounts) {
      const worker = this.identity.number
      const busy = [...this.running.values()].filter((each) => each.account === account).length
      const registry = this.registries.named(account)
      const capacity = this.drivers.of(registry).capacity(registry)
      // More than the free sessions: sessions do not wait for claims, and one claim gets several operations.
      if (worker === undefined || this.stopped || busy > capacity) continue
      const claimed = await this.store.claim(worker, account, 2 * capacity - busy, this.clock.now())
      for (const operation of claimed) this.execute(operation, worker)
    }
  }

  private execute(operation: ClaimedOperation, worker: number): void {
    const { id, account, kind, object } = operation
    const end = this.operation
      .execute(operation, worker)
      .catch((error: Error) => this.log.error(`${kind} of ${object}: ${error.message}`))
      .finally(() => {
        this.running.delete(id)
        this.wake(account)
      })
    this.running.set(id, { account, end })
  }

  /** Releases the operations of dead workers, and those that this worker lost in a failure of the database. */
  private async releaseAbandoned(): Promise<void> {
    const self = this.identity.number
    if (self === undefined) return
    for (const worker of await this.store.executingWorkers()) {
      const isSelf = worker === self
      if (!isSelf && !(await this.identity.isDead(worker))) continue
      const left = await this.store.release(worker, this.clock.now(), isSelf ? [...this.running.keys()] : [])
      if (left > 0) this.log.warn(`worker ${worker} left ${left} operations behind`)
    }
  }
}

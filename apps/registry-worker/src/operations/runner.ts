import { Injectable, Logger, type OnModuleDestroy, type OnApplicationBootstrap } from '@nestjs/common'
import { Clock } from '@nameyard/runtime/clock'
import { Schedule } from '@nameyard/runtime/schedule'
import { Registries } from '../registries/registries'
import { SessionPools } from '../sessions/session-pools'
import { ExecuteOperation } from './execute-operation'
import { OperationStore, type RegistryOperation } from './operation.store'
import { WorkerIdentity } from './worker-identity'

/** The guarantee behind the wake-up: operations that are due, or that another worker left. */
const POLL_MS = 500

/**
 * Executes what may run, of each account as many operations at once as it has sessions. The rows decide what that is;
 * this only looks: when an operation came in, when one ended, and regularly.
 */
@Injectable()
export class Runner implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log = new Logger('runner')
  private readonly running = new Map<string, { readonly account: string; readonly end: Promise<void> }>()
  private timer: NodeJS.Timeout | undefined
  private filling: Promise<void> | undefined
  private isBurialDue = true
  /** Accounts at which there may be something to execute. */
  private readonly due = new Set<string>()
  private again = false
  private stopped = false

  constructor(
    private readonly store: OperationStore,
    private readonly identity: WorkerIdentity,
    private readonly operation: ExecuteOperation,
    private readonly clock: Clock,
    private readonly registries: Registries,
    private readonly pools: SessionPools,
    private readonly schedule: Schedule,
  ) {}

  onApplicationBootstrap(): void {
    this.schedule.add({
      nextDue: () => this.store.nextDue(this.clock.now()),
      runDue: () => Promise.resolve(this.wake()),
    })
    void this.identity.assume().then(() => this.look())
    this.timer = setInterval(() => this.look(), POLL_MS)
  }

  /** Takes nothing new and finishes what is in hand, while sessions and database still stand. */
  async onModuleDestroy(): Promise<void> {
    this.stopped = true
    clearInterval(this.timer)
    await this.filling
    await Promise.all([...this.running.values()].map(({ end }) => end))
  }

  /** Says that there may be something to execute, at that account or at any; returns at once. */
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
      .catch((error: Error) => this.log.warn(`cannot look for operations: ${error.message}`))
      .finally(() => {
        this.filling = undefined
        if (!this.again) return
        this.again = false
        this.run()
      })
  }

  private look(): void {
    this.isBurialDue = true
    this.wake()
  }

  private async fill(): Promise<void> {
    // Never beside a claim: what is claimed and not yet known as running would be taken for dropped.
    if (this.isBurialDue) await this.bury()
    this.isBurialDue = false
    const accounts = [...this.due]
    this.due.clear()
    for (const account of accounts) {
      const worker = this.identity.number
      const busy = [...this.running.values()].filter((each) => each.account === account).length
      const { capacity } = this.pools.of(account)
      // Some wait in hand for a session, so that sessions do not wait for claims and one claim takes several.
      if (worker === undefined || this.stopped || busy > capacity) continue
      const claimed = await this.store.claim(worker, account, 2 * capacity - busy, this.clock.now())
      for (const operation of claimed) this.execute(operation, worker)
    }
  }

  private execute(operation: RegistryOperation, worker: number): void {
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

  /** Frees the operations of dead workers, and those this one dropped because the database failed it. */
  private async bury(): Promise<void> {
    const self = this.identity.number
    if (self === undefined) return
    for (const worker of await this.store.workersInHand()) {
      const isSelf = worker === self
      if (!isSelf && !(await this.identity.isDead(worker))) continue
      const left = await this.store.orphan(worker, this.clock.now(), isSelf ? [...this.running.keys()] : [])
      if (left > 0) this.log.warn(`worker ${worker} left ${left} operations behind`)
    }
  }
}

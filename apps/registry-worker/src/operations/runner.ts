import { Injectable, Logger, type OnModuleDestroy, type OnApplicationBootstrap } from '@nestjs/common'
import { Clock } from '@nameyard/runtime/clock'
import { Registries } from '../registries/registries'
import { ExecuteOperation } from './execute-operation'
import { OperationStore } from './operation.store'
import { WorkerIdentity } from './worker-identity'

/** The guarantee behind the wake-up: operations that are due, or that another worker left. */
const POLL_MS = 500

/**
 * Executes what may run, as many operations at once as there are sessions. The rows decide what that is; this only
 * looks: when an operation came in, when one ended, and regularly.
 */
@Injectable()
export class Runner implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log = new Logger('runner')
  private readonly running = new Map<string, Promise<void>>()
  private readonly atOnce: number
  private timer: NodeJS.Timeout | undefined
  private filling: Promise<void> | undefined
  private again = false
  private stopped = false

  constructor(
    private readonly store: OperationStore,
    private readonly identity: WorkerIdentity,
    private readonly operation: ExecuteOperation,
    private readonly clock: Clock,
    registries: Registries,
  ) {
    this.atOnce = registries.all.reduce((sum, { sessions }) => sum + sessions, 0)
  }

  onApplicationBootstrap(): void {
    void this.identity.assume().then(() => this.wake())
    this.timer = setInterval(() => this.wake(), POLL_MS)
  }

  /** Takes nothing new and finishes what is in hand, while sessions and database still stand. */
  async onModuleDestroy(): Promise<void> {
    this.stopped = true
    clearInterval(this.timer)
    await this.filling
    await Promise.all(this.running.values())
  }

  /** Says that there may be something to execute; returns at once. */
  wake(): void {
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
        this.wake()
      })
  }

  private async fill(): Promise<void> {
    await this.bury()
    while (!this.stopped && this.running.size < this.atOnce) {
      const worker = this.identity.number
      if (worker === undefined) return
      const claimed = await this.store.claim(worker, this.clock.now())
      if (!claimed) return
      const run = this.operation
        .execute(claimed, worker)
        .catch((error: Error) => this.log.error(`${claimed.kind} of ${claimed.object}: ${error.message}`))
        .finally(() => {
          this.running.delete(claimed.id)
          this.wake()
        })
      this.running.set(claimed.id, run)
    }
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

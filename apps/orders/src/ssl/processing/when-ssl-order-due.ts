import { Inject, Injectable } from '@nestjs/common'
import { Database } from '@nameyard/persistence/database'
import { Schedule } from '@nameyard/runtime/schedule'
import { SweepTask } from '@nameyard/runtime/sweep-task'
import { ORDERS_CONFIG, type OrdersConfig } from '../../config'
import { SslSteps } from './ssl-steps'
import { nextStepDue } from './ssl-steps.store'

/** Orders processed concurrently by one process. */
const CONCURRENCY = 4

/** Processes due certificate orders. */
@Injectable()
export class WhenSslOrderDue extends SweepTask {
  constructor(
    private readonly database: Database,
    private readonly steps: SslSteps,
    schedule: Schedule,
    @Inject(ORDERS_CONFIG) config: OrdersConfig,
  ) {
    super({ name: 'certificates', everyMs: config.SSL_SWEEP_SECONDS * 1000, schedule })
  }

  /** A clock that is put ahead does not wait for name servers: orders stay due until those have answered. */
  override run(): Promise<void> {
    void super.run()
    return Promise.resolve()
  }

  protected override async nextDue(): Promise<Date | undefined> {
    const [row] = await this.database.read(nextStepDue)
    return row?.dueAt ?? undefined
  }

  /** Runs several steps concurrently, because a step mostly waits for other systems. */
  protected async sweep(): Promise<void> {
    const worker = async () => {
      while (!this.isStopped && (await this.steps.processNext()));
    }
    await Promise.all(Array.from({ length: CONCURRENCY }, worker))
  }
}

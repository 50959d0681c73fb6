import { Database } from '@nameyard/persistence/database'
import { Schedule } from '@nameyard/runtime/schedule'
import { Sweep } from '@nameyard/runtime/sweep'
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common'
import { ORDERS_CONFIG, type OrdersConfig } from '../../config'
import { SslSteps } from './ssl-steps'
import { nextStepDue } from './ssl-steps.store'

/** Takes the steps of certificate orders that are due. Safe to run late, twice, and beside itself. */
@Injectable()
export class WhenSslOrderDue implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly sweeps = new Sweep(() => this.sweep(), new Logger('certificates'))

  constructor(
    private readonly database: Database,
    private readonly steps: SslSteps,
    private readonly schedule: Schedule,
    @Inject(ORDERS_CONFIG) private readonly config: OrdersConfig,
  ) {}

  onApplicationBootstrap(): void {
    // Whoever moves the time does not wait for the world's name servers: what is due stays so until they have answered.
    this.schedule.add({ nextDue: () => this.nextDue(), runDue: () => Promise.resolve(void this.sweeps.run()) })
    this.sweeps.start(this.config.SSL_SWEEP_SECONDS * 1000)
  }

  onModuleDestroy(): Promise<void> {
    return this.sweeps.stop()
  }

  private async nextDue(): Promise<Date | undefined> {
    const [row] = await this.database.read<{ dueAt: Date | null }>(nextStepDue)
    return row?.dueAt ?? undefined
  }

  /** Several at a time: most of a step is waiting for somebody else. */
  private async sweep(): Promise<void> {
    const line = async () => {
      while (!this.sweeps.isStopped && (await this.steps.takeDue()));
    }
    await Promise.all(Array.from({ length: LINES }, line))
  }
}

/** Orders that are worked at together by one process. */
const LINES = 4

import { randomUUID } from 'node:crypto'
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { Schedule } from '@nameyard/runtime/schedule'
import { Sweep } from '@nameyard/runtime/sweep'
import { CUSTOMERS_CONFIG, type CustomersConfig } from '../config'
import { lapse, nextDeadline } from './email-verification.store'
import { Suspensions } from './suspensions'

/** Rows of one transaction: it holds their locks for milliseconds, or as long as it takes to tell of their domains. */
const BATCH = 500

/**
 * Fails the verifications whose deadline has passed and suspends their domains. The rows say what is due, so it may run
 * late, twice, or in several processes at once.
 */
@Injectable()
export class WhenVerificationLapses implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly sweeps = new Sweep(() => this.sweep(), new Logger('email verification'))

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(CUSTOMERS_CONFIG) private readonly config: CustomersConfig,
    @Inject(Suspensions) private readonly suspensions: Suspensions,
    @Inject(Schedule) private readonly schedule: Schedule,
  ) {}

  onApplicationBootstrap(): void {
    this.schedule.add({ nextDue: () => this.nextDue(), runDue: () => this.sweeps.run() })
    this.sweeps.start(this.config.EMAIL_VERIFICATION_SWEEP_SECONDS * 1000)
    void this.sweeps.run()
  }

  onApplicationShutdown(): Promise<void> {
    return this.sweeps.stop()
  }

  private async nextDue(): Promise<Date | undefined> {
    const [row] = await this.database.read<{ dueAt: Date | null }>(nextDeadline, [])
    return row?.dueAt ?? undefined
  }

  private async sweep(): Promise<void> {
    let found: number
    do found = await this.lapseSome()
    while (found === BATCH && !this.sweeps.isStopped)
  }

  private lapseSome(): Promise<number> {
    return this.database.unitOfWork({ correlationId: randomUUID() }, async (tx) => {
      const lapsed = await tx.query<{ id: number }>(lapse, [this.clock.now(), BATCH])
      const ids = lapsed.map(({ id }) => id)
      await this.suspensions.tell(tx, ids)
      return ids.length
    })
  }
}

import { randomUUID } from 'node:crypto'
import { Inject, Injectable } from '@nestjs/common'
import { customerVerificationExpired } from '@nameyard/contracts/events/catalogue/customer-events'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { Schedule } from '@nameyard/runtime/schedule'
import { SweepTask } from '@nameyard/runtime/sweep-task'
import { CustomerEvents } from '../account-events/customer-events'
import { CUSTOMERS_CONFIG, type CustomersConfig } from '../config'
import { lapse, nextDeadline } from './email-verification.store'
import { Suspensions } from './suspensions'

/** Rows per transaction, so that it holds their locks only for the time of announcing their domains. */
const BATCH = 500

/**
 * Fails verifications after their deadline and suspends their domains. The rows say what is due, so it is safe to run
 * late, twice and in several processes.
 */
@Injectable()
export class WhenVerificationLapses extends SweepTask {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly suspensions: Suspensions,
    private readonly events: CustomerEvents,
    schedule: Schedule,
    @Inject(CUSTOMERS_CONFIG) config: CustomersConfig,
  ) {
    super({ name: 'email verification', everyMs: config.EMAIL_VERIFICATION_SWEEP_SECONDS * 1000, schedule })
  }

  override onApplicationBootstrap(): void {
    super.onApplicationBootstrap()
    void this.run()
  }

  protected override async nextDue(): Promise<Date | undefined> {
    const [row] = await this.database.read(nextDeadline)
    return row?.dueAt ?? undefined
  }

  protected async sweep(): Promise<void> {
    let found: number
    do found = await this.lapseSome()
    while (found === BATCH && !this.isStopped)
  }

  private lapseSome(): Promise<number> {
    return this.database.unitOfWork({ correlationId: randomUUID() }, async (tx) => {
      const lapsed = await tx.query(lapse, { now: this.clock.now(), limit: BATCH })
      const ids = lapsed.map(({ id }) => id)
      await this.events.tellOfVerifications(tx, customerVerificationExpired, ids)
      await this.suspensions.announce(tx, ids)
      return ids.length
    })
  }
}

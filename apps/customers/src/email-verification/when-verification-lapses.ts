import { randomUUID } from 'node:crypto'
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { Schedule } from '@nameyard/runtime/schedule'
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
  private readonly log = new Logger('email verification')
  private timer: NodeJS.Timeout | undefined
  private running: Promise<void> | undefined
  private stopped = false

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(CUSTOMERS_CONFIG) private readonly config: CustomersConfig,
    @Inject(Suspensions) private readonly suspensions: Suspensions,
    @Inject(Schedule) private readonly schedule: Schedule,
  ) {}

  onApplicationBootstrap(): void {
    const sweep = () => (this.running ??= this.sweep().finally(() => (this.running = undefined)))
    this.schedule.add({ nextDue: () => this.nextDue(), runDue: sweep })
    this.timer = setInterval(() => void sweep(), this.config.EMAIL_VERIFICATION_SWEEP_SECONDS * 1000)
    void sweep()
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopped = true
    clearInterval(this.timer)
    await this.running
  }

  private async nextDue(): Promise<Date | undefined> {
    const [row] = await this.database.read<{ dueAt: Date | null }>(nextDeadline, [])
    return row?.dueAt ?? undefined
  }

  private async sweep(): Promise<void> {
    try {
      let found: number
      do found = await this.lapseSome()
      while (found === BATCH && !this.stopped)
    } catch (error) {
      // The next sweep finds what this one has left.
      this.log.warn(`deadlines wait: ${(error as Error).message}`)
    }
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

import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { CUSTOMERS_CONFIG, type CustomersConfig } from '../config'
import { lapse } from './email-verification.store'

/** Rows of one statement: it holds their locks for milliseconds. */
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
  ) {}

  onApplicationBootstrap(): void {
    const sweep = () => {
      this.running ??= this.sweep().finally(() => (this.running = undefined))
    }
    this.timer = setInterval(sweep, this.config.EMAIL_VERIFICATION_SWEEP_SECONDS * 1000)
    sweep()
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopped = true
    clearInterval(this.timer)
    await this.running
  }

  private async sweep(): Promise<void> {
    try {
      let lapsed: { id: number }[]
      do lapsed = await this.database.read(lapse, [this.clock.now(), BATCH])
      while (lapsed.length === BATCH && !this.stopped)
    } catch (error) {
      // The next sweep finds what this one has left.
      this.log.warn(`deadlines wait: ${(error as Error).message}`)
    }
  }
}

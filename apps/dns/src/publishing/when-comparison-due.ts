import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { Sweep } from '@nameyard/runtime/sweep'
import { claimComparison } from './comparison.store'
import { ZoneComparison } from './zone-comparison'

/** How often this looks whether a sweep is due. */
const LOOK_MS = 1_000
const SWEEP_EVERY_MS = 10_000

/**
 * Compares zones whole, a share of them every ten seconds, in one replica. It has a timer of its own: a slow comparison
 * does not delay the comparison of serials.
 */
@Injectable()
export class WhenComparisonDue implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly sweeps = new Sweep(() => this.sweep(), new Logger('drift'))

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(ZoneComparison) private readonly comparison: ZoneComparison,
  ) {}

  onApplicationBootstrap(): void {
    this.sweeps.start(LOOK_MS)
  }

  onModuleDestroy(): Promise<void> {
    return this.sweeps.stop()
  }

  private async sweep(): Promise<void> {
    const next = new Date(this.clock.epochMs() + SWEEP_EVERY_MS)
    const [claim] = await this.database.read(claimComparison, [this.clock.now(), next])
    if (claim !== undefined) await this.comparison.compare(SWEEP_EVERY_MS)
  }
}

import { Injectable } from '@nestjs/common'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { SweepTask } from '@nameyard/runtime/sweep-task'
import { claimComparison } from './comparison.store'
import { ZoneComparison } from './zone-comparison'

const SWEEP_EVERY_MS = 10_000

/**
 * Compares whole zones, a share of them every ten seconds, in one replica. It is a task of its own, so that a slow
 * comparison does not delay the comparison of serials.
 */
@Injectable()
export class WhenComparisonDue extends SweepTask {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly comparison: ZoneComparison,
  ) {
    super({ name: 'drift', everyMs: 1_000 })
  }

  protected async sweep(): Promise<void> {
    const next = new Date(this.clock.epochMs() + SWEEP_EVERY_MS)
    const [claim] = await this.database.read(claimComparison, { now: this.clock.now(), next })
    if (claim !== undefined) await this.comparison.compare(SWEEP_EVERY_MS)
  }
}

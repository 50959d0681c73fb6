import { Injectable } from '@nestjs/common'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { SweepTask } from '@nameyard/runtime/sweep-task'
import { Drift } from './drift'
import { claimSweep } from './drift.store'

const SWEEP_EVERY_MS = 60_000

/**
 * Compares the zones of the name servers with what was published, every minute and in one replica. It has no schedule: a
 * clock that is put ahead causes no drift, and one sweep after it does the work of all that were skipped.
 */
@Injectable()
export class WhenDriftDue extends SweepTask {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly drift: Drift,
  ) {
    super({ name: 'drift', everyMs: 1_000 })
  }

  protected async sweep(): Promise<void> {
    const next = new Date(this.clock.epochMs() + SWEEP_EVERY_MS)
    const [claim] = await this.database.read(claimSweep, { now: this.clock.now(), next })
    if (claim !== undefined) await this.drift.compareSerials()
  }
}

import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { Sweep } from '@nameyard/runtime/sweep'
import { Drift } from './drift'
import { claimSweep } from './drift.store'

/** How often this looks whether a sweep is due. */
const LOOK_MS = 1_000
const SWEEP_EVERY_MS = 60_000

/**
 * Compares the zones of the name servers with what was published, every minute and in one replica. Not part of the
 * schedule: a clock that is put ahead brings no drift, and one sweep after it does the work of all that were skipped.
 */
@Injectable()
export class WhenDriftDue implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly sweeps = new Sweep(() => this.sweep(), new Logger('drift'))

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(Drift) private readonly drift: Drift,
  ) {}

  onApplicationBootstrap(): void {
    this.sweeps.start(LOOK_MS)
  }

  onModuleDestroy(): Promise<void> {
    return this.sweeps.stop()
  }

  private async sweep(): Promise<void> {
    const next = new Date(this.clock.epochMs() + SWEEP_EVERY_MS)
    const [claim] = await this.database.read(claimSweep, [this.clock.now(), next])
    if (claim === undefined) return
    await this.drift.compareSerials()
  }
}

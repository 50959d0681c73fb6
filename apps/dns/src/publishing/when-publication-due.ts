import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { Schedule } from '@nameyard/runtime/schedule'
import { Sweep } from '@nameyard/runtime/sweep'
import { DUE_ZONES, dueAlone, dueZones, nextAttempt } from './publication.store'
import { ZonePublisher } from './zone-publisher'

const EVERY_MS = 1_000
/** Zones at once; each waits mostly for its name servers. */
const AT_ONCE = 8

/** Takes up zones whose next attempt is due: after a failure, or when no command came. Safe to run late or twice. */
@Injectable()
export class WhenPublicationDue implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly sweeps = new Sweep(() => this.sweep(), new Logger('publishing'))
  private readonly loneSweeps = new Sweep(() => this.sweepAlone(), new Logger('publishing'))

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(ZonePublisher) private readonly publisher: ZonePublisher,
    @Inject(Schedule) private readonly schedule: Schedule,
  ) {}

  onApplicationBootstrap(): void {
    this.schedule.add({ nextDue: () => this.nextDue(), runDue: () => this.runDue() })
    this.sweeps.start(EVERY_MS)
    this.loneSweeps.start(EVERY_MS)
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all([this.sweeps.stop(), this.loneSweeps.stop()])
  }

  private async runDue(): Promise<void> {
    await Promise.all([this.sweeps.run(), this.loneSweeps.run()])
  }

  private async nextDue(): Promise<Date | undefined> {
    const [row] = await this.database.read<{ dueAt: Date | null }>(nextAttempt, [])
    return row?.dueAt ?? undefined
  }

  /** Tries every zone that is due, once: one that fails is due later. */
  async sweep(): Promise<void> {
    for (;;) {
      const due = await this.database.read<{ id: number }>(dueZones, [this.clock.now()])
      const next = due.values()
      const workers = Array.from({ length: Math.min(AT_ONCE, due.length) }, async () => {
        for (const { id } of next) await this.publisher.publish(id)
      })
      await Promise.all(workers)
      if (due.length < DUE_ZONES || this.sweeps.isStopped) return
    }
  }

  /** Tries zones that broke the publisher, one after the other and beside the others: they hold up nothing. */
  private async sweepAlone(): Promise<void> {
    const tried = new Set<number>()
    while (!this.loneSweeps.isStopped) {
      const [zone] = await this.database.read<{ id: number }>(dueAlone, [this.clock.now()])
      if (zone === undefined || tried.has(zone.id)) return
      tried.add(zone.id)
      await this.publisher.publish(zone.id)
    }
  }
}

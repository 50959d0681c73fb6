import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { Schedule } from '@nameyard/runtime/schedule'
import { dueZones, nextAttempt } from './publication.store'
import { ZonePublisher } from './zone-publisher'

const EVERY_MS = 1_000
/** Zones at once; each waits mostly for its name servers. */
const AT_ONCE = 8

/** Takes up zones whose next attempt is due: after a failure, or when no command came. Safe to run late or twice. */
@Injectable()
export class WhenPublicationDue implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log = new Logger('publishing')
  private timer: NodeJS.Timeout | undefined
  private running: Promise<void> | undefined

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(ZonePublisher) private readonly publisher: ZonePublisher,
    @Inject(Schedule) private readonly schedule: Schedule,
  ) {}

  onApplicationBootstrap(): void {
    const sweep = () =>
      (this.running ??= this.sweep()
        .catch((error: Error) => this.log.warn(`the sweep ended early: ${error.message}`))
        .finally(() => (this.running = undefined)))
    this.schedule.add({ nextDue: () => this.nextDue(), runDue: sweep })
    this.timer = setInterval(() => void sweep(), EVERY_MS)
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer)
    await this.running
  }

  private async nextDue(): Promise<Date | undefined> {
    const [row] = await this.database.read<{ dueAt: Date | null }>(nextAttempt, [])
    return row?.dueAt ?? undefined
  }

  /** Tries every zone that is due, once. */
  async sweep(): Promise<void> {
    const due = await this.database.read<{ id: number }>(dueZones, [this.clock.now()])
    const next = due.values()
    const workers = Array.from({ length: Math.min(AT_ONCE, due.length) }, async () => {
      for (const { id } of next) await this.publisher.publish(id)
    })
    await Promise.all(workers)
  }
}

import { Injectable } from '@nestjs/common'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { Schedule } from '@nameyard/runtime/schedule'
import { SweepTask } from '@nameyard/runtime/sweep-task'
import { DUE_ZONES, dueZones, nextAttempt } from './publication.store'
import { ZonePublisher } from './zone-publisher'

/** Zones published at the same time; each waits mostly for its name servers. */
const AT_ONCE = 8

/** Publishes zones whose next attempt is due: after a failure, or when their command was lost. */
@Injectable()
export class WhenPublicationDue extends SweepTask {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly publisher: ZonePublisher,
    schedule: Schedule,
  ) {
    super({ name: 'publishing', everyMs: 1_000, schedule })
  }

  protected override async nextDue(): Promise<Date | undefined> {
    const [row] = await this.database.read(nextAttempt)
    return row?.dueAt ?? undefined
  }

  /** Tries every due zone once: one that fails is due later. */
  protected async sweep(): Promise<void> {
    for (;;) {
      const due = await this.database.read(dueZones, { now: this.clock.now() })
      const next = due.values()
      const workers = Array.from({ length: Math.min(AT_ONCE, due.length) }, async () => {
        for (const { id } of next) await this.publisher.publish(id)
      })
      await Promise.all(workers)
      if (due.length < DUE_ZONES || this.isStopped) return
    }
  }
}

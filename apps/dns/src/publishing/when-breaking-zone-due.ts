import { Injectable } from '@nestjs/common'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { Schedule } from '@nameyard/runtime/schedule'
import { SweepTask } from '@nameyard/runtime/sweep-task'
import { dueBreakingZone } from './publication.store'
import { ZonePublisher } from './zone-publisher'

/**
 * Publishes zones at which the publisher broke, one after the other. It is a task of its own, so that these zones do
 * not delay others.
 */
@Injectable()
export class WhenBreakingZoneDue extends SweepTask {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly publisher: ZonePublisher,
    schedule: Schedule,
  ) {
    // WhenPublicationDue says for all zones when the next attempt is due.
    super({ name: 'publishing', everyMs: 1_000, schedule })
  }

  protected async sweep(): Promise<void> {
    const tried = new Set<number>()
    while (!this.isStopped) {
      const [zone] = await this.database.read(dueBreakingZone, { now: this.clock.now() })
      if (zone === undefined || tried.has(zone.id)) return
      tried.add(zone.id)
      await this.publisher.publish(zone.id)
    }
  }
}

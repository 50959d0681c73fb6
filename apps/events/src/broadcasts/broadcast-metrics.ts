import { Injectable } from '@nestjs/common'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { Metrics } from '@nameyard/runtime/metrics'
import { findOldestUntold } from './broadcast.store'

/** Metrics of what is told to many accounts. */
@Injectable()
export class BroadcastMetrics {
  constructor(database: Database, clock: Clock, metrics: Metrics) {
    metrics.add({
      name: 'events_broadcast_oldest_seconds',
      help: 'How long the oldest event for many accounts has waited until each of them has its own.',
      read: async () => {
        const [oldest] = await database.read(findOldestUntold)
        // They arrive by the machine's clock, as all events.
        return oldest ? Math.max(0, clock.machineMs() - oldest.arrivedAt.getTime()) / 1_000 : 0
      },
    })
  }
}

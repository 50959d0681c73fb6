import { Injectable } from '@nestjs/common'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { Metrics } from '@nameyard/runtime/metrics'
import { countHeld, findOldestArrival } from './arrival.store'

/** Metrics of the logs. */
@Injectable()
export class LogMetrics {
  /** Counts events that this process has added to the logs. */
  readonly added: (events: number) => void

  constructor(database: Database, clock: Clock, metrics: Metrics) {
    const added = metrics.counter({
      name: 'events_added_total',
      help: 'Account events that this process has added to the logs of their accounts.',
    })
    this.added = (events) => added.inc(events)
    // Events arrive by the machine's clock, which is never put ahead.
    const age = (instant?: Date | null) => (instant ? Math.max(0, clock.machineMs() - instant.getTime()) / 1_000 : 0)
    metrics.add({
      name: 'events_held',
      help: 'Account events that wait for the one of their object before them.',
      read: async () => (await database.read(countHeld))[0]!.held,
    })
    metrics.add({
      name: 'events_held_oldest_seconds',
      help: 'How long the oldest of these has waited.',
      read: async () => age((await database.read(countHeld))[0]?.since),
    })
    metrics.add({
      name: 'events_arrival_oldest_seconds',
      help: 'How long the oldest account event has waited to be added to a log, without those that are held.',
      read: async () => age((await database.read(findOldestArrival))[0]?.arrivedAt),
    })
  }
}

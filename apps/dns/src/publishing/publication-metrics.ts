import { Injectable, type OnModuleInit } from '@nestjs/common'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { Metrics } from '@nameyard/runtime/metrics'
import { breakingZones, oldestUnpublished, unpublishedZones, waitingZones } from './publication.store'

/** Figures of how far the name servers are behind the accepted changes. */
@Injectable()
export class PublicationMetrics implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly metrics: Metrics,
  ) {}

  onModuleInit(): void {
    this.metrics.add({
      name: 'dns_oldest_unpublished_seconds',
      help: 'How long the oldest change has waited for its name servers.',
      read: async () => {
        const [row] = await this.database.read(oldestUnpublished)
        return this.clock.secondsSince(row?.since)
      },
    })
    this.metrics.add({
      name: 'dns_unpublished_zones',
      help: 'Zones with changes that wait for their name servers.',
      read: async () => {
        const [row] = await this.database.read(unpublishedZones)
        return row?.count ?? 0
      },
    })
    this.metrics.add({
      name: 'dns_waiting_zones',
      help: 'Zones that wait for a name server or the publisher, by how long: up to a minute, up to an hour, longer.',
      labels: ['server', 'age'],
      read: async () =>
        (await this.database.read(waitingZones, { now: this.clock.now() })).map(({ server, age, figure }) => ({
          labels: { server, age },
          value: figure,
        })),
    })
    this.metrics.add({
      name: 'dns_breaking_zones',
      help: 'Zones at which the publisher breaks the connection or does not answer, more than once.',
      read: async () => {
        const [row] = await this.database.read(breakingZones)
        return row?.count ?? 0
      },
    })
  }
}

import { Module } from '@nestjs/common'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { AccountEventsModule } from '../account-events/account-events.module'
import { DNS_CONFIG, type DnsConfig } from '../config'
import { DnssecModule } from '../dnssec/dnssec.module'
import { VerificationModule } from '../verification/verification.module'
import { BuiltinWriter } from './builtin.writer'
import { PowerdnsWriter } from './powerdns.writer'
import { PublicationMetrics } from './publication-metrics'
import { PublishZone } from './publish-zone'
import { PublishedVersions } from './published-versions'
import { SlaveTransfers } from './slave-transfers'
import { WhenBreakingZoneDue } from './when-breaking-zone-due'
import { WhenPublicationDue } from './when-publication-due'
import { ZonePublisher } from './zone-publisher'
import { ZONE_WRITER } from './zone-writer'

/** Brings the versions of zones to the name servers. */
@Module({
  imports: [AccountEventsModule, DnssecModule, VerificationModule],
  controllers: [PublishZone],
  providers: [
    {
      provide: ZONE_WRITER,
      inject: [DNS_CONFIG, Database, Clock],
      useFactory: (config: DnsConfig, database: Database, clock: Clock) =>
        config.DNS_PUBLISHER === 'builtin' ? new BuiltinWriter(database, clock) : new PowerdnsWriter(config),
    },
    PublishedVersions,
    SlaveTransfers,
    ZonePublisher,
    WhenPublicationDue,
    WhenBreakingZoneDue,
    PublicationMetrics,
  ],
  exports: [ZONE_WRITER, PublishedVersions, SlaveTransfers],
})
export class PublishingModule {}

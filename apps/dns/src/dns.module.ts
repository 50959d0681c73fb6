import { Module, type DynamicModule } from '@nestjs/common'
import { DNS_CONFIG, type DnsConfig } from './config'
import { OnDomainChanged } from './dnssec/on-domain-changed'
import { ReencryptZoneKeys } from './dnssec/reencrypt-zone-keys'
import { SecureZone } from './dnssec/secure-zone'
import { SigningSteps } from './dnssec/signing-steps'
import { WhenSigningDue } from './dnssec/when-signing-due'
import { ZoneSigning } from './dnssec/zone-signing'
import { ChangeZoneByLink } from './links/change-zone-by-link'
import { CreateDomainToken } from './links/create-domain-token'
import { OpenZoneLink } from './links/open-zone-link'
import { ZoneLinks } from './links/zone-links'
import { CreateNameserver } from './nameservers/create-nameserver'
import { CreateNameserverGroup } from './nameservers/create-nameserver-group'
import { DeleteNameserver } from './nameservers/delete-nameserver'
import { DeleteNameserverGroup } from './nameservers/delete-nameserver-group'
import { FindNameservers } from './nameservers/find-nameservers'
import { RegistryHosts } from './nameservers/registry-hosts'
import { GetNameserver } from './nameservers/get-nameserver'
import { GetNameserverGroup } from './nameservers/get-nameserver-group'
import { ListNameserverGroups } from './nameservers/list-nameserver-groups'
import { ListNameservers } from './nameservers/list-nameservers'
import { ResolveNameserverGroup } from './nameservers/resolve-nameserver-group'
import { UpdateNameserver } from './nameservers/update-nameserver'
import { UpdateNameserverGroup } from './nameservers/update-nameserver-group'
import { BuiltinWriter } from './publishing/builtin.writer'
import { Drift } from './publishing/drift'
import { NameServers } from './publishing/name-servers'
import { PowerdnsWriter } from './publishing/powerdns.writer'
import { PublicationMetrics } from './publishing/publication-metrics'
import { PublishZone } from './publishing/publish-zone'
import { SlaveTransfers } from './publishing/slave-transfers'
import { WhenComparisonDue } from './publishing/when-comparison-due'
import { WhenDriftDue } from './publishing/when-drift-due'
import { WhenPublicationDue } from './publishing/when-publication-due'
import { ZoneComparison } from './publishing/zone-comparison'
import { ZonePublisher } from './publishing/zone-publisher'
import { ZoneVersions } from './publishing/zone-versions'
import { ZONE_WRITER } from './publishing/zone-writer'
import { PublishedZones } from './responder/published-zones'
import { Responder } from './responder/responder'
import { CreateTemplate } from './templates/create-template'
import { DeleteTemplate } from './templates/delete-template'
import { GetTemplate } from './templates/get-template'
import { ListTemplates } from './templates/list-templates'
import { ApplyTemplate } from './zones/apply-template'
import { CleanUpZone } from './zones/clean-up-zone'
import { CreateZone } from './zones/create-zone'
import { DeleteZone } from './zones/delete-zone'
import { ExportZone } from './zones/export-zone'
import { GetZone } from './zones/get-zone'
import { GetZoneVersion } from './zones/get-zone-version'
import { ImportZone } from './zones/import-zone'
import { ListRecords } from './zones/list-records'
import { ListZoneVersions } from './zones/list-zone-versions'
import { ListZones } from './zones/list-zones'
import { RestoreZone } from './zones/restore-zone'
import { SetProof } from './zones/set-proof'
import { SlaveZones } from './zones/slave-zones'
import { UpdateZone } from './zones/update-zone'
import { ZoneAmendments } from './zones/zone-amendments'
import { ZoneChanges } from './zones/zone-changes'

@Module({
  controllers: [
    CreateZone,
    GetZone,
    ListZones,
    UpdateZone,
    DeleteZone,
    ListRecords,
    ListZoneVersions,
    GetZoneVersion,
    RestoreZone,
    ImportZone,
    ExportZone,
    ApplyTemplate,
    CreateDomainToken,
    OpenZoneLink,
    ChangeZoneByLink,
    CleanUpZone,
    SetProof,
    PublishZone,
    SecureZone,
    ReencryptZoneKeys,
    OnDomainChanged,
    CreateNameserver,
    CreateNameserverGroup,
    FindNameservers,
    DeleteNameserver,
    DeleteNameserverGroup,
    GetNameserver,
    GetNameserverGroup,
    ListNameserverGroups,
    ListNameservers,
    ResolveNameserverGroup,
    UpdateNameserver,
    UpdateNameserverGroup,
    CreateTemplate,
    DeleteTemplate,
    GetTemplate,
    ListTemplates,
  ],
  providers: [
    ListRecords,
    UpdateZone,
    RestoreZone,
    ZoneLinks,
    RegistryHosts,
    ZoneChanges,
    ZoneAmendments,
    SlaveZones,
    ZoneSigning,
    SigningSteps,
    WhenSigningDue,
    NameServers,
    ZoneVersions,
    SlaveTransfers,
    ZonePublisher,
    WhenPublicationDue,
    PublicationMetrics,
    Drift,
    WhenDriftDue,
    ZoneComparison,
    WhenComparisonDue,
  ],
})
export class DnsModule {
  /** The service with the publisher its settings name. */
  static with(config: DnsConfig): DynamicModule {
    return {
      module: DnsModule,
      providers: [
        { provide: DNS_CONFIG, useValue: config },
        ...(config.DNS_PUBLISHER === 'builtin'
          ? [PublishedZones, Responder, { provide: ZONE_WRITER, useClass: BuiltinWriter }]
          : [{ provide: ZONE_WRITER, useClass: PowerdnsWriter }]),
      ],
    }
  }
}

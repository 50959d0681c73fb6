import { Module, type DynamicModule } from '@nestjs/common'
import { DNS_CONFIG, type DnsConfig } from './config'
import { CreateNameserver } from './nameservers/create-nameserver'
import { CreateNameserverGroup } from './nameservers/create-nameserver-group'
import { DeleteNameserver } from './nameservers/delete-nameserver'
import { DeleteNameserverGroup } from './nameservers/delete-nameserver-group'
import { GetNameserver } from './nameservers/get-nameserver'
import { GetNameserverGroup } from './nameservers/get-nameserver-group'
import { ListNameserverGroups } from './nameservers/list-nameserver-groups'
import { ListNameservers } from './nameservers/list-nameservers'
import { ResolveNameserverGroup } from './nameservers/resolve-nameserver-group'
import { UpdateNameserver } from './nameservers/update-nameserver'
import { UpdateNameserverGroup } from './nameservers/update-nameserver-group'
import { BuiltinWriter } from './publishing/builtin.writer'
import { NameServers } from './publishing/name-servers'
import { PowerdnsWriter } from './publishing/powerdns.writer'
import { PublishZone } from './publishing/publish-zone'
import { WhenPublicationDue } from './publishing/when-publication-due'
import { ZonePublisher } from './publishing/zone-publisher'
import { ZONE_WRITER } from './publishing/zone-writer'
import { PublishedZones } from './responder/published-zones'
import { Responder } from './responder/responder'
import { CreateTemplate } from './templates/create-template'
import { DeleteTemplate } from './templates/delete-template'
import { GetTemplate } from './templates/get-template'
import { ListTemplates } from './templates/list-templates'
import { CreateZone } from './zones/create-zone'
import { DeleteZone } from './zones/delete-zone'
import { GetZone } from './zones/get-zone'
import { ListRecords } from './zones/list-records'
import { ListZones } from './zones/list-zones'
import { UpdateZone } from './zones/update-zone'

@Module({
  controllers: [
    CreateZone,
    GetZone,
    ListZones,
    UpdateZone,
    DeleteZone,
    ListRecords,
    PublishZone,
    CreateNameserver,
    CreateNameserverGroup,
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
  providers: [NameServers, ZonePublisher, WhenPublicationDue],
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

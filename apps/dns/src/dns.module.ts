import { Module, type DynamicModule } from '@nestjs/common'
import { EgressModule } from '@nameyard/egress/egress-module'
import { AdministrationModule } from './administration/administration.module'
import { ChangingModule } from './changing/changing.module'
import { ClaimsModule } from './claims/claims.module'
import { DNS_CONFIG, type DnsConfig } from './config'
import { ControlModule } from './control/control.module'
import { DnssecModule } from './dnssec/dnssec.module'
import { DriftModule } from './drift/drift.module'
import { HandoverModule } from './handover/handover.module'
import { LinksModule } from './links/links.module'
import { NameserversModule } from './nameservers/nameservers.module'
import { PrivacyModule } from './privacy/privacy.module'
import { PublishingModule } from './publishing/publishing.module'
import { ReadingModule } from './reading/reading.module'
import { ResponderModule } from './responder/responder.module'
import { TemplatesModule } from './templates/templates.module'
import { VersionsModule } from './versions/versions.module'

@Module({})
class SettingsModule {}

@Module({
  imports: [
    ReadingModule,
    ChangingModule,
    VersionsModule,
    TemplatesModule,
    NameserversModule,
    HandoverModule,
    ControlModule,
    ClaimsModule,
    AdministrationModule,
    LinksModule,
    PrivacyModule,
    DnssecModule,
    PublishingModule,
    DriftModule,
  ],
})
export class DnsModule {
  /** The service with the publisher that its settings choose. */
  static with(config: DnsConfig): DynamicModule {
    const provider = { provide: DNS_CONFIG, useValue: config }
    const settings = { module: SettingsModule, global: true, providers: [provider], exports: [DNS_CONFIG] }
    const isBuiltin = config.DNS_PUBLISHER === 'builtin'
    return {
      module: DnsModule,
      imports: [settings, EgressModule.with(config), ...(isBuiltin ? [ResponderModule] : [])],
    }
  }
}

import { Module, type DynamicModule } from '@nestjs/common'
import { EgressModule } from '@nameyard/egress/egress-module'
import { hostResolver } from '@nameyard/egress/resolver'
import { ORDERS_CONFIG, type OrdersConfig } from './config'
import { DmarcReportsModule } from './dmarc-reports/dmarc-reports.module'
import { EmailDmarcModule } from './email-dmarc/email-dmarc.module'
import { LedgerModule } from './ledger/ledger.module'
import { PricingModule } from './pricing/pricing.module'
import { PrivacyModule } from './privacy/privacy.module'
import { ResellersModule } from './resellers/resellers.module'
import { SslModule } from './ssl/ssl.module'

/** The features of the service. Every one of them can inject the settings. */
@Module({
  imports: [
    DmarcReportsModule,
    EmailDmarcModule,
    LedgerModule,
    PricingModule,
    PrivacyModule,
    ResellersModule,
    SslModule,
  ],
})
export class OrdersModule {
  static with(config: OrdersConfig): DynamicModule {
    const { PROOF_RESOLVERS: servers, PROOF_LOOKUP_TIMEOUT_MS: timeoutMs } = config
    return {
      module: OrdersModule,
      global: true,
      imports: [EgressModule.with(config, hostResolver({ servers, timeoutMs }))],
      providers: [{ provide: ORDERS_CONFIG, useValue: config }],
      exports: [ORDERS_CONFIG],
    }
  }
}

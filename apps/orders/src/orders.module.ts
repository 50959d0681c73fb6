import { Module, type DynamicModule } from '@nestjs/common'
import { ORDERS_CONFIG, type OrdersConfig } from './config'
import { EmailDmarcModule } from './email-dmarc/email-dmarc.module'
import { LedgerModule } from './ledger/ledger.module'
import { PricingModule } from './pricing/pricing.module'
import { PrivacyModule } from './privacy/privacy.module'
import { ResellersModule } from './resellers/resellers.module'
import { SslModule } from './ssl/ssl.module'

/** The features of the service. Every one of them can inject the settings. */
@Module({ imports: [EmailDmarcModule, LedgerModule, PricingModule, PrivacyModule, ResellersModule, SslModule] })
export class OrdersModule {
  static with(config: OrdersConfig): DynamicModule {
    return {
      module: OrdersModule,
      global: true,
      providers: [{ provide: ORDERS_CONFIG, useValue: config }],
      exports: [ORDERS_CONFIG],
    }
  }
}

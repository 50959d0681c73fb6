import { Module, type DynamicModule } from '@nestjs/common'
import { ORDERS_CONFIG, type OrdersConfig } from './config'
import { CreateDmarcLink } from './email-dmarc/create-dmarc-link'
import { CreateDmarcOrder } from './email-dmarc/create-dmarc-order'
import { DeleteDmarcOrder } from './email-dmarc/delete-dmarc-order'
import { DmarcMoney } from './email-dmarc/dmarc-money'
import { DMARC_PROVIDER } from './email-dmarc/dmarc-provider'
import { DmarcOrderTruth } from './email-dmarc/dmarc-order-truth'
import { DmarcPlacing } from './email-dmarc/dmarc-placing'
import { DmarcWork } from './email-dmarc/dmarc-work'
import { GetDmarcOrder } from './email-dmarc/get-dmarc-order'
import { ListDmarcOrders } from './email-dmarc/list-dmarc-orders'
import { OnDomainChanged } from './email-dmarc/on-domain-changed'
import { OnOrderDmarc } from './email-dmarc/on-order-dmarc'
import { OpenDmarcLink } from './email-dmarc/open-dmarc-link'
import { PlatformProvider } from './email-dmarc/platform.provider'
import { RetryDmarcOrder } from './email-dmarc/retry-dmarc-order'
import { WhenDmarcOrderDue } from './email-dmarc/when-dmarc-order-due'
import { CaptureReservation } from './ledger/capture-reservation'
import { ConfirmReservation } from './ledger/confirm-reservation'
import { CorrectBalance } from './ledger/correct-balance'
import { FindOrdersOfCustomer } from './ledger/find-orders-of-customer'
import { GetReseller } from './ledger/get-reseller'
import { GetResellerSettings } from './ledger/get-reseller-settings'
import { GetResellerStatistics } from './ledger/get-reseller-statistics'
import { GetStatement } from './ledger/get-statement'
import { ListTransactions } from './ledger/list-transactions'
import { OpenAccount } from './ledger/open-account'
import { OrderOwners } from './ledger/order-owners'
import { RefundOrder } from './ledger/refund-order'
import { ReleaseReservation } from './ledger/release-reservation'
import { ReserveCredit } from './ledger/reserve-credit'
import { SetCreditLimit } from './ledger/set-credit-limit'
import { SettleReservation } from './ledger/settle-reservation'
import { TopUp } from './ledger/top-up'
import { VerifyLedger } from './ledger/verify-ledger'
import { WhenReservationUnconfirmed } from './ledger/when-reservation-unconfirmed'
import { GetDomainPrice } from './pricing/get-domain-price'
import { ImportPrices } from './pricing/import-prices'
import { ListExtensionPrices } from './pricing/list-extension-prices'
import { QuotePrices } from './pricing/quote-prices'
import { SetPricingTerms } from './pricing/set-pricing-terms'
import { HostedProofs } from './proofs/hosted-proofs'
import { dnsLookup } from './proofs/resolver.lookup'
import { ssl } from './ssl/ssl'

const emailDmarc = [
  CreateDmarcLink,
  CreateDmarcOrder,
  DeleteDmarcOrder,
  GetDmarcOrder,
  ListDmarcOrders,
  OnDomainChanged,
  OnOrderDmarc,
  OpenDmarcLink,
  RetryDmarcOrder,
]
const dmarcWork = [
  DmarcMoney,
  DmarcOrderTruth,
  DmarcPlacing,
  DmarcWork,
  WhenDmarcOrderDue,
  { provide: DMARC_PROVIDER, useClass: PlatformProvider },
]
const ledger = [
  CaptureReservation,
  ConfirmReservation,
  CorrectBalance,
  FindOrdersOfCustomer,
  GetReseller,
  GetResellerSettings,
  GetResellerStatistics,
  GetStatement,
  ListTransactions,
  OpenAccount,
  RefundOrder,
  ReleaseReservation,
  ReserveCredit,
  SetCreditLimit,
  SettleReservation,
  TopUp,
  VerifyLedger,
]
const pricing = [GetDomainPrice, ImportPrices, ListExtensionPrices, QuotePrices, SetPricingTerms]
const proofs = [dnsLookup, HostedProofs]

@Module({})
export class OrdersModule {
  static with(config: OrdersConfig): DynamicModule {
    return {
      module: OrdersModule,
      controllers: [...emailDmarc, ...ledger, ...pricing, ...ssl.controllers],
      providers: [
        { provide: ORDERS_CONFIG, useValue: config },
        OrderOwners,
        WhenReservationUnconfirmed,
        ...dmarcWork,
        ...proofs,
        ...ssl.providers,
      ],
    }
  }
}

import { Module } from '@nestjs/common'
import { LedgerModule } from '../ledger/ledger.module'
import { LinkMakersModule } from '../link-makers/link-makers.module'
import { ProofsModule } from '../proofs/proofs.module'
import { CreateDmarcLink } from './create-dmarc-link'
import { CreateDmarcOrder } from './create-dmarc-order'
import { DeleteDmarcLink } from './delete-dmarc-link'
import { DeleteDmarcOrder } from './delete-dmarc-order'
import { DmarcCharges } from './dmarc-charges'
import { DmarcEvents } from './dmarc-events'
import { DmarcMetrics } from './dmarc-metrics'
import { DmarcOrderPlacement } from './dmarc-order-placement'
import { DmarcOrderProcessor } from './dmarc-order-processor'
import { DMARC_PROVIDER } from './dmarc-provider'
import { DmarcReplyCheck } from './dmarc-reply-check'
import { GetDmarcOrder } from './get-dmarc-order'
import { ListDmarcLinks } from './list-dmarc-links'
import { ListDmarcOrders } from './list-dmarc-orders'
import { OnDomainChanged } from './on-domain-changed'
import { OnOrderDmarc } from './on-order-dmarc'
import { OpenDmarcLink } from './open-dmarc-link'
import { PlatformProvider } from './platform.provider'
import { RetryDmarcOrder } from './retry-dmarc-order'
import { WhenDmarcOrderDue } from './when-dmarc-order-due'

/** Orders of e-mail DMARC monitoring. */
@Module({
  imports: [LedgerModule, LinkMakersModule, ProofsModule],
  controllers: [
    CreateDmarcLink,
    CreateDmarcOrder,
    DeleteDmarcLink,
    DeleteDmarcOrder,
    GetDmarcOrder,
    ListDmarcLinks,
    ListDmarcOrders,
    OnDomainChanged,
    OnOrderDmarc,
    OpenDmarcLink,
    RetryDmarcOrder,
  ],
  providers: [
    DmarcCharges,
    DmarcEvents,
    DmarcMetrics,
    DmarcReplyCheck,
    DmarcOrderPlacement,
    DmarcOrderProcessor,
    WhenDmarcOrderDue,
    { provide: DMARC_PROVIDER, useClass: PlatformProvider },
  ],
})
export class EmailDmarcModule {}

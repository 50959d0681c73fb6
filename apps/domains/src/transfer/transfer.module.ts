import { Module } from '@nestjs/common'
import { AvailabilityModule } from '../availability/availability.module'
import { DelegationModule } from '../delegation/delegation.module'
import { InstallationModule } from '../installation/installation.module'
import { LifecycleModule } from '../lifecycle/lifecycle.module'
import { OrderingModule } from '../ordering/ordering.module'
import { RegistryModule } from '../registry/registry.module'
import { AccountTransfers } from './account-transfers'
import { AnswerTransferAuthorization } from './answer-transfer-authorization'
import { ApproveTransfer } from './approve-transfer'
import { Authorizations } from './authorizations'
import { FindTransferAuthorization } from './find-transfer-authorization'
import { GetAuthcode } from './get-authcode'
import { IncomingTransfers } from './incoming-transfers'
import { ResetAuthcode } from './reset-authcode'
import { ScheduledTransfers } from './scheduled-transfers'
import { SendFoa } from './send-foa'
import { TradeDomain } from './trade-domain'
import { TransferDomain } from './transfer-domain'
import { TransferEffects } from './transfer-effects'

/** Domains that change their registrar, account or registrant, and the codes that allow it. */
@Module({
  imports: [AvailabilityModule, DelegationModule, InstallationModule, LifecycleModule, OrderingModule, RegistryModule],
  controllers: [
    AnswerTransferAuthorization,
    ApproveTransfer,
    FindTransferAuthorization,
    GetAuthcode,
    ResetAuthcode,
    SendFoa,
    TradeDomain,
    TransferDomain,
  ],
  providers: [AccountTransfers, Authorizations, IncomingTransfers, ScheduledTransfers, TransferEffects],
  exports: [ScheduledTransfers],
})
export class TransferModule {}

import { Module } from '@nestjs/common'
import { AccountsModule } from '../accounts/accounts.module'
import { OperationsModule } from '../operations/operations.module'
import { SessionsModule } from '../sessions/sessions.module'
import { PollUpstream } from './poll-upstream'
import { PriceCeiling } from './price-ceiling'
import { UpstreamChanges } from './upstream-change'
import { UpstreamClient } from './upstream-client'
import { UpstreamCustomers } from './upstream-customers'
import { UpstreamDesiredState } from './upstream-desired-state'
import { UpstreamDomains } from './upstream-domains'
import { UpstreamDriver } from './upstream-driver'
import { UpstreamIdempotency } from './upstream-idempotency'
import { UpstreamOrders } from './upstream-orders'
import { UpstreamPortfolio } from './upstream-portfolio'
import { UpstreamReader } from './upstream-reader'
import { UpstreamTest } from './upstream-test'
import { UpstreamTransferAnswers } from './upstream-transfer-answers'

/** The driver of registrars upstream. */
@Module({
  imports: [AccountsModule, OperationsModule, SessionsModule],
  providers: [
    PollUpstream,
    PriceCeiling,
    UpstreamChanges,
    UpstreamClient,
    UpstreamCustomers,
    UpstreamDesiredState,
    UpstreamDomains,
    UpstreamDriver,
    UpstreamIdempotency,
    UpstreamOrders,
    UpstreamPortfolio,
    UpstreamReader,
    UpstreamTest,
    UpstreamTransferAnswers,
  ],
})
export class UpstreamModule {}

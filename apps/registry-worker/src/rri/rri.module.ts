import { Module } from '@nestjs/common'
import { AccountsModule } from '../accounts/accounts.module'
import { OperationsModule } from '../operations/operations.module'
import { PollModule } from '../poll/poll.module'
import { SessionsModule } from '../sessions/sessions.module'
import { DomainTerms } from './domain-term.store'
import { PollRri } from './poll-rri'
import { RriContacts } from './rri-contacts'
import { RriDesiredState } from './rri-desired-state'
import { RriDriver } from './rri-driver'
import { RriExchange } from './rri-exchange'
import { RriOrders } from './rri-orders'
import { RriPortfolio } from './rri-portfolio'
import { RriSessions } from './rri-sessions'
import { RriTest } from './rri-test'
import { RriVerbs } from './rri-verbs'

/** The driver of DENIC, which speaks RRI. */
@Module({
  imports: [AccountsModule, OperationsModule, PollModule, SessionsModule],
  providers: [
    DomainTerms,
    PollRri,
    RriContacts,
    RriDesiredState,
    RriDriver,
    RriExchange,
    RriOrders,
    RriPortfolio,
    RriSessions,
    RriTest,
    RriVerbs,
  ],
})
export class RriModule {}

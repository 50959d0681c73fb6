import { Module } from '@nestjs/common'
import { AccountsModule } from '../accounts/accounts.module'
import { LeasesModule } from '../leases/leases.module'
import { MaintenanceModule } from '../maintenance/maintenance.module'
import { OperationsModule } from '../operations/operations.module'
import { RegistriesModule } from '../registries/registries.module'
import { SessionsModule } from '../sessions/sessions.module'
import { DrainPollQueue } from './drain-poll-queue'
import { TakeMessage } from './take-message'
import { WhenPollDue } from './when-poll-due'

/** The message queues of the registries (RFC 5730 section 2.9.2.3). */
@Module({
  imports: [RegistriesModule, LeasesModule, AccountsModule, SessionsModule, OperationsModule, MaintenanceModule],
  providers: [DrainPollQueue, TakeMessage, WhenPollDue],
  exports: [DrainPollQueue, TakeMessage, WhenPollDue],
})
export class PollModule {}

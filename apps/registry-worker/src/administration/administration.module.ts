import { Module } from '@nestjs/common'
import { AccountsModule } from '../accounts/accounts.module'
import { OperationsModule } from '../operations/operations.module'
import { RegistriesModule } from '../registries/registries.module'
import { SessionsModule } from '../sessions/sessions.module'
import { ListAccounts } from './list-accounts'
import { OnRaiseAlarm } from './on-raise-alarm'
import { ResumeAccount } from './resume-account'
import { RotatePassword } from './rotate-password'

/** Requests of operators about registry accounts. */
@Module({
  imports: [RegistriesModule, AccountsModule, SessionsModule, OperationsModule],
  controllers: [ListAccounts, OnRaiseAlarm, ResumeAccount, RotatePassword],
})
export class AdministrationModule {}

import { Module } from '@nestjs/common'
import { AccountsModule } from '../accounts/accounts.module'
import { OperationsModule } from '../operations/operations.module'
import { RegistriesModule } from '../registries/registries.module'
import { SessionsModule } from '../sessions/sessions.module'
import { AccountStates } from './account-states'
import { AddAccount } from './add-account'
import { FailOperation } from './fail-operation'
import { ListAccounts } from './list-accounts'
import { OnRaiseAlarm } from './on-raise-alarm'
import { ResumeAccount } from './resume-account'
import { RetryOperation } from './retry-operation'
import { RotatePassword } from './rotate-password'
import { ShowAccount } from './show-account'
import { SuspendAccount } from './suspend-account'
import { TestAccount } from './test-account'

/** Requests of operators about registry accounts. */
@Module({
  imports: [RegistriesModule, AccountsModule, SessionsModule, OperationsModule],
  controllers: [
    AddAccount,
    ListAccounts,
    ShowAccount,
    OnRaiseAlarm,
    SuspendAccount,
    ResumeAccount,
    RotatePassword,
    TestAccount,
    RetryOperation,
    FailOperation,
  ],
  providers: [AccountStates],
})
export class AdministrationModule {}

import { Module } from '@nestjs/common'
import { AccountsModule } from '../accounts/accounts.module'
import { ChangesModule } from '../changes/changes.module'
import { LeasesModule } from '../leases/leases.module'
import { RegistriesModule } from '../registries/registries.module'
import { AnswerMeter } from './answer-meter'
import { ClosedAccounts } from './closed-accounts'
import { EppSessions } from './epp-sessions'
import { LogIn } from './log-in'
import { Pace } from './pace'
import { RegistryClocks } from './registry-clocks'
import { SessionPools } from './session-pools'
import { SessionTest } from './session-test'
import { TestSessions } from './test-sessions'
import { WhenAccountClosed } from './when-account-closed'

/** Sessions, within the limits of each registry account. */
@Module({
  imports: [RegistriesModule, LeasesModule, AccountsModule, ChangesModule],
  providers: [
    ClosedAccounts,
    EppSessions,
    LogIn,
    Pace,
    RegistryClocks,
    AnswerMeter,
    SessionPools,
    SessionTest,
    TestSessions,
    WhenAccountClosed,
  ],
  exports: [
    AnswerMeter,
    ClosedAccounts,
    EppSessions,
    Pace,
    RegistryClocks,
    SessionPools,
    SessionTest,
    TestSessions,
    WhenAccountClosed,
  ],
})
export class SessionsModule {}

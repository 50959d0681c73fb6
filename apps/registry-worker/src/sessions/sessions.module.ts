import { Module } from '@nestjs/common'
import { AccountsModule } from '../accounts/accounts.module'
import { LeasesModule } from '../leases/leases.module'
import { RegistriesModule } from '../registries/registries.module'
import { LogIn } from './log-in'
import { Pace } from './pace'
import { SessionPools } from './session-pools'

/** EPP sessions, within the limits of each registry account. */
@Module({
  imports: [RegistriesModule, LeasesModule, AccountsModule],
  providers: [LogIn, Pace, SessionPools],
  exports: [SessionPools],
})
export class SessionsModule {}

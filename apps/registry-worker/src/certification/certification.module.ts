import { Module } from '@nestjs/common'
import { AccountsModule } from '../accounts/accounts.module'
import { OperationsModule } from '../operations/operations.module'
import { PollModule } from '../poll/poll.module'
import { RegistriesModule } from '../registries/registries.module'
import { SessionsModule } from '../sessions/sessions.module'
import { CertifyAccount } from './certify-account'

/** The acceptance tests of registries. */
@Module({
  imports: [RegistriesModule, AccountsModule, OperationsModule, SessionsModule, PollModule],
  controllers: [CertifyAccount],
})
export class CertificationModule {}

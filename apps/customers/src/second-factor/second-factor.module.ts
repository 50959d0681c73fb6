import { Module } from '@nestjs/common'
import { AccessModule } from '../access/access.module'
import { AccountEventsModule } from '../account-events/account-events.module'
import { FactorsModule } from '../factors/factors.module'
import { ConfirmPasskey } from './confirm-passkey'
import { ConfirmTotp } from './confirm-totp'
import { CreateLoginCode } from './create-login-code'
import { CreatePasskey } from './create-passkey'
import { CreateRecoveryCodes } from './create-recovery-codes'
import { CreateTotp } from './create-totp'
import { FactorHolders } from './factor-holders'
import { GetFactorDemand } from './get-factor-demand'
import { IssueLoginCode } from './issue-login-code'
import { ListFactors } from './list-factors'
import { LoginCodes } from './login-codes'
import { RemoveFactor } from './remove-factor'
import { SetFactorDemand } from './set-factor-demand'

/** The second factors of people, and the demand of an account for them. */
@Module({
  imports: [AccountEventsModule, AccessModule, FactorsModule],
  controllers: [
    ConfirmPasskey,
    ConfirmTotp,
    CreateLoginCode,
    CreatePasskey,
    CreateRecoveryCodes,
    CreateTotp,
    GetFactorDemand,
    IssueLoginCode,
    ListFactors,
    RemoveFactor,
    SetFactorDemand,
  ],
  providers: [FactorHolders, LoginCodes],
})
export class SecondFactorModule {}

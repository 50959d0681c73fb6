import { Module } from '@nestjs/common'
import { AccountEventsModule } from '../account-events/account-events.module'
import { FactorsModule } from '../factors/factors.module'
import { AddPerson } from './add-person'
import { Authenticate } from './authenticate'
import { ChangeRights } from './change-rights'
import { CreateReseller } from './create-reseller'
import { EndSession } from './end-session'
import { EndSessions } from './end-sessions'
import { FindActiveContacts } from './find-active-contacts'
import { FindActors } from './find-actors'
import { FindNameserverLabel } from './find-nameserver-label'
import { GetAccount } from './get-account'
import { GetRoles } from './get-roles'
import { GuessLimits } from './guess-limits'
import { ListSessions } from './list-sessions'
import { ListTokens } from './list-tokens'
import { Login } from './login'
import { LoginAttempts } from './login-attempts'
import { LoginEvents } from './login-events'
import { LoginFactors } from './login-factors'
import { LoginTokens } from './login-tokens'
import { LoginWithPasskey } from './login-with-passkey'
import { Logout } from './logout'
import { ReadAccessChanges } from './read-access-changes'
import { ReadToken } from './read-token'
import { RevokeTokens } from './revoke-tokens'
import { SetAutoRenewal } from './set-auto-renewal'
import { SetRequestLimit } from './set-request-limit'
import { SetRoles } from './set-roles'
import { StartPasskeyLogin } from './start-passkey-login'
import { UpdateReseller } from './update-reseller'
import { WhenSessionsExpire } from './when-sessions-expire'

/** Reseller accounts, their logins and tokens. */
@Module({
  imports: [AccountEventsModule, FactorsModule],
  controllers: [
    FindActiveContacts,
    FindActors,
    ReadAccessChanges,
    ReadToken,
    AddPerson,
    Authenticate,
    ChangeRights,
    CreateReseller,
    EndSession,
    EndSessions,
    FindNameserverLabel,
    GetAccount,
    GetRoles,
    ListSessions,
    ListTokens,
    Login,
    LoginWithPasskey,
    Logout,
    RevokeTokens,
    SetAutoRenewal,
    SetRequestLimit,
    SetRoles,
    StartPasskeyLogin,
    UpdateReseller,
  ],
  providers: [GuessLimits, LoginAttempts, LoginEvents, LoginFactors, LoginTokens, WhenSessionsExpire],
  exports: [GuessLimits, LoginAttempts, LoginEvents, LoginFactors, LoginTokens],
})
export class AccessModule {}

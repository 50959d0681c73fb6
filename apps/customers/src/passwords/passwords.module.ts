import { Module } from '@nestjs/common'
import { AccessModule } from '../access/access.module'
import { AccountEventsModule } from '../account-events/account-events.module'
import { MailModule } from '../mail/mail.module'
import { ChangePassword } from './change-password'
import { CompletePasswordReset } from './complete-password-reset'
import { FindPasswordReset } from './find-password-reset'
import { OnSendPasswordReset } from './on-send-password-reset'
import { RequestPasswordReset } from './request-password-reset'

/** Changing the own password, and setting a new one with a mailed link. */
@Module({
  imports: [AccountEventsModule, AccessModule, MailModule],
  controllers: [ChangePassword, CompletePasswordReset, FindPasswordReset, OnSendPasswordReset, RequestPasswordReset],
})
export class PasswordsModule {}

import { Module } from '@nestjs/common'
import { MailModule } from '../mail/mail.module'
import { BouncedExpiryMails } from './bounced-expiry-mails'
import { GetExpiryMailSettings } from './get-expiry-mail-settings'
import { ListExpiryMails } from './list-expiry-mails'
import { OnSendExpiryNotice } from './on-send-expiry-notice'
import { SetExpiryMailSettings } from './set-expiry-mail-settings'

/** Mails about the expiry of domains, who gets them, and the record of what was sent. */
@Module({
  imports: [MailModule],
  providers: [BouncedExpiryMails],
  controllers: [GetExpiryMailSettings, ListExpiryMails, OnSendExpiryNotice, SetExpiryMailSettings],
})
export class ExpiryMailsModule {}

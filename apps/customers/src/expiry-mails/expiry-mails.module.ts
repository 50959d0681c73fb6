import { Module } from '@nestjs/common'
import { MailModule } from '../mail/mail.module'
import { OnSendExpiryNotice } from './on-send-expiry-notice'

/** Mails about the expiry of domains, and the record of what was sent. */
@Module({ imports: [MailModule], controllers: [OnSendExpiryNotice] })
export class ExpiryMailsModule {}

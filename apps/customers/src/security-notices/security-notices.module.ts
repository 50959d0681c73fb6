import { Module } from '@nestjs/common'
import { MailModule } from '../mail/mail.module'
import { OnSendSecurityNotice } from './on-send-security-notice'

/** Mails to contacts whose credentials have changed. */
@Module({ imports: [MailModule], controllers: [OnSendSecurityNotice] })
export class SecurityNoticesModule {}

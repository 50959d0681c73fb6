import { Module } from '@nestjs/common'
import { MailModule } from '../mail/mail.module'
import { ListEmailRecipients } from './list-email-recipients'
import { OnSendEventMail } from './on-send-event-mail'
import { SetEmailRecipients } from './set-email-recipients'
import { SetPolicyMails } from './set-policy-mails'

/** Mails about account events, and who gets them. */
@Module({
  imports: [MailModule],
  controllers: [ListEmailRecipients, OnSendEventMail, SetEmailRecipients, SetPolicyMails],
})
export class EventMailsModule {}

import { Module } from '@nestjs/common'
import { MAILER } from './mailer'
import { mailer } from './mailer-provider'
import { SentMails } from './sent-mails'

/** Sending of mails, and the record of what becomes of them. */
@Module({ providers: [mailer, SentMails], exports: [MAILER, SentMails] })
export class MailModule {}

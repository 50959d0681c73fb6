import { Module } from '@nestjs/common'
import { MailComposer } from './mail-composer'
import { MAILER } from './mailer'
import { mailer } from './mailer-provider'
import { SentMails } from './sent-mails'

/** Wording and sending of mails, and the record of what becomes of them. */
@Module({ providers: [MailComposer, mailer, SentMails], exports: [MAILER, MailComposer, SentMails] })
export class MailModule {}

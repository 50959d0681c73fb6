import { Module } from '@nestjs/common'
import { Mailboxes } from './mailboxes'
import { SmtpListener } from './smtp-listener'

/** Receiving of mails over SMTP, for the addresses that features register. */
@Module({ providers: [Mailboxes, SmtpListener], exports: [Mailboxes] })
export class IncomingMailModule {}

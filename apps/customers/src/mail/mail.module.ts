import { Module } from '@nestjs/common'
import { MAILER } from './mailer'
import { mailer } from './mailer-provider'

/** Sending of mails. */
@Module({ providers: [mailer], exports: [MAILER] })
export class MailModule {}

import { Module } from '@nestjs/common'
import { IncomingMailModule } from '../incoming-mail/incoming-mail.module'
import { MailModule } from '../mail/mail.module'
import { ListMailDeliveries } from './list-mail-deliveries'
import { ReportMailbox } from './report-mailbox'

/** What becomes of mails that were sent: reports of mail servers about them. */
@Module({ imports: [IncomingMailModule, MailModule], controllers: [ListMailDeliveries], providers: [ReportMailbox] })
export class MailDeliveriesModule {}

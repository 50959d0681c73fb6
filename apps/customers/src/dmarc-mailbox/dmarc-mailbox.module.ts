import { Module } from '@nestjs/common'
import { IncomingMailModule } from '../incoming-mail/incoming-mail.module'
import { DmarcMailbox } from './dmarc-mailbox'

/** The addresses of DMARC reports. */
@Module({ imports: [IncomingMailModule], providers: [DmarcMailbox] })
export class DmarcMailboxModule {}

import { Module } from '@nestjs/common'
import { MailModule } from '../mail/mail.module'
import { AdministratorMails } from './administrator-mails'
import { OnNameserverRenamed } from './on-nameserver-renamed'
import { OnZoneTaken } from './on-zone-taken'

/** Mails about name servers that a domain lost, and about zones that changed with the holder of a domain. */
@Module({
  imports: [MailModule],
  controllers: [OnNameserverRenamed, OnZoneTaken],
  providers: [AdministratorMails],
})
export class DelegationModule {}

import { Controller } from '@nestjs/common'
import { nameserverRenamed } from '@nameyard/contracts/domains/nameserver-renamed'
import type { Payload } from '@nameyard/contracts/event'
import { Consumes, type Delivery } from '@nameyard/messaging/consumes'
import type { Mail } from '../mail/mailer'
import { AdministratorMails } from './administrator-mails'

/** Mails the administrators of an account when one of its domains has lost a name server. */
@Controller()
export class OnNameserverRenamed {
  constructor(private readonly mails: AdministratorMails) {}

  @Consumes(nameserverRenamed)
  async on(news: Payload<typeof nameserverRenamed>, delivery: Delivery): Promise<void> {
    const about = { resellerId: news.resellerId, type: 'nameserver-renamed', object: `domains/${news.name}` }
    await this.mails.send('delegation.nameserver-renamed', delivery, about, renamedMail(news))
  }
}

/** The recipients' language is unknown, so the mail is in English. */
function renamedMail({ name, from, to }: Payload<typeof nameserverRenamed>): Pick<Mail, 'subject' | 'text'> {
  const paragraphs = [
    'Hello,',
    `Your domain ${name} uses the name server ${from}. The domain of this name server was deleted.`,
    `The registry has renamed the name server to ${to}. It does not answer queries, so only the other name servers of ${name} work, if there are any.`,
    `Please replace this name server of ${name}.`,
  ]
  return { subject: `${name} has lost a name server`, text: `${paragraphs.join('\n\n')}\n` }
}

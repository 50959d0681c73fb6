import { Controller } from '@nestjs/common'
import { zoneTaken } from '@nameyard/contracts/dns/zone-taken'
import type { Payload } from '@nameyard/contracts/event'
import { Consumes, type Delivery } from '@nameyard/messaging/consumes'
import type { Mail } from '../mail/mailer'
import { AdministratorMails } from './administrator-mails'

type News = Payload<typeof zoneTaken>

/** Mails the administrators of an account when a new holder of a domain changes what becomes of zones. */
@Controller()
export class OnZoneTaken {
  constructor(private readonly mails: AdministratorMails) {}

  @Consumes(zoneTaken)
  async on(news: News, delivery: Delivery): Promise<void> {
    const about = { resellerId: news.resellerId, type: 'zone-taken', object: `domains/${news.domain}` }
    await this.mails.send('delegation.zone-taken', delivery, about, mailOf(news))
  }
}

/** The recipients' language is unknown, so the mail is in English. The mail names no other account. */
function mailOf({ domain, zones, news, endsAt = '' }: News): Pick<Mail, 'subject' | 'text'> {
  const day = endsAt.slice(0, 10)
  const { subject, sentences } = {
    withdrawn: {
      subject: `Your zone at ${domain} was withdrawn`,
      sentences: [
        `Another account is the holder of ${domain}. So these zones of your account were withdrawn, and our name servers no longer answer for them:`,
        zones.join('\n'),
        'You can read their records in the history of the zones for 30 days. You can restore a zone when no other account holds the name.',
      ],
    },
    claimed: {
      subject: `Your zone at ${domain} was withdrawn`,
      sentences: [
        `Another account has proved that it controls ${domain}. So these zones of your account were withdrawn, and our name servers no longer answer for them:`,
        zones.join('\n'),
        `You can read their records in the history of the zones for 30 days. If ${domain} is yours, prove it: request a proof of the name and claim it.`,
      ],
    },
    removed: {
      subject: `Your zone ${domain} was withdrawn`,
      sentences: [
        'The operator of the platform has withdrawn these zones of your account, and our name servers no longer answer for them:',
        zones.join('\n'),
        'You can read their records in the history of the zones. Please contact support.',
      ],
    },
    ending: {
      subject: `Your zone at ${domain} ends`,
      sentences: [
        `Another account is the holder of ${domain}. So you can no longer open these zones:`,
        zones.join('\n'),
        `Our name servers answer for them until the holder creates a zone, at most until ${day}. Then they are withdrawn.`,
      ],
    },
    inherited: {
      subject: `Please create the zone of ${domain}`,
      sentences: [
        `Your account is the holder of ${domain}. Another account has created these zones:`,
        zones.join('\n'),
        `Our name servers answer for them until you create a zone of your own, at most until ${day}. Please create it before that day if ${domain} uses our name servers.`,
      ],
    },
  }[news]
  return { subject, text: `${['Hello,', ...sentences].join('\n\n')}\n` }
}

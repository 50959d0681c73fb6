import { nameserverRenamed } from '@nameyard/contracts/domains/nameserver-renamed'
import type { Payload } from '@nameyard/contracts/event'
import { Consumes, type Delivery } from '@nameyard/messaging/consumes'
import { Outbox } from '@nameyard/outbox/outbox'
import { Database } from '@nameyard/persistence/database'
import { statement } from '@nameyard/persistence/statement'
import { Controller, Inject, Logger } from '@nestjs/common'
import { MAILER, type Mail, type Mailer } from '../mail/mailer'

const CONSUMER = 'delegation.nameserver-renamed'

/** account → the addresses of its administrators, each once */
const findAdministrators = statement(
  'contact.administrators',
  `select distinct on (lower(email)) email from contact
   where reseller_id = $1 and role = 'admin' and deleted_at is null and email <> '' order by lower(email)`,
)

/** Tells an account by mail that one of its domains has lost a name server. */
@Controller()
export class OnNameserverRenamed {
  private readonly log = new Logger('delegation')

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Outbox) private readonly outbox: Outbox,
    @Inject(MAILER) private readonly mailer: Mailer,
  ) {}

  /** Sends first and writes that down after: a crash between them sends the same mails again rather than never. */
  @Consumes(nameserverRenamed)
  async on(news: Payload<typeof nameserverRenamed>, { messageId, correlationId }: Delivery): Promise<void> {
    if (await this.outbox.isTaken(this.database, messageId, CONSUMER)) return
    const readers = await this.database.read<{ email: string }>(findAdministrators, [news.resellerId])
    for (const [place, { email }] of readers.entries()) {
      const mail = renamedMail(news, email)
      const sent = await this.mailer.send({ ...mail, messageId: place === 0 ? messageId : `${messageId}-${place}` })
      if (sent === 'bounced') this.log.warn(`nobody reads ${email}, who was told of a lost name server of ${news.name}`)
    }
    await this.database.unitOfWork({ correlationId }, (tx) =>
      this.outbox.once(tx, messageId, CONSUMER, () => Promise.resolve()),
    )
  }
}

/** The recipients' language is unknown, so the mail is in English. */
function renamedMail({ name, from, to }: Payload<typeof nameserverRenamed>, reader: string): Omit<Mail, 'messageId'> {
  const paragraphs = [
    'Hello,',
    `Your domain ${name} uses the name server ${from}. The domain that this name server belonged to was deleted.`,
    `The registry now calls the name server ${to}. Nobody answers there, so ${name} is served by its other name servers only, if it has any.`,
    `Please give ${name} another name server.`,
  ]
  return { to: reader, subject: `${name} has lost a name server`, text: `${paragraphs.join('\n\n')}\n` }
}

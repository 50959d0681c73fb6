import { Inject, Injectable, Logger } from '@nestjs/common'
import type { Delivery } from '@nameyard/messaging/consumes'
import { Outbox } from '@nameyard/outbox/outbox'
import { Database } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'
import { MAILER, type About, type Mail, type Mailer } from '../mail/mailer'

/** Reads the distinct addresses of the administrators of an account. */
const findAdministrators = statement<{ resellerId: number }, { email: string }>(
  'contact.administrators',
  ({ resellerId }) => sql`
    select distinct on (lower(email)) email from contact
    where reseller_id = ${resellerId} and role = 'admin' and deleted_at is null and email <> '' order by lower(email)`,
)

/** Mails the administrators of an account about an event. */
@Injectable()
export class AdministratorMails {
  private readonly log = new Logger('delegation')

  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    @Inject(MAILER) private readonly mailer: Mailer,
  ) {}

  send(consumer: string, delivery: Delivery, about: About, mail: Pick<Mail, 'subject' | 'text'>): Promise<void> {
    return this.outbox.atLeastOnce(this.database, delivery, consumer, () => this.sendAll(delivery, about, mail))
  }

  private async sendAll({ messageId }: Delivery, about: About, mail: Pick<Mail, 'subject' | 'text'>): Promise<void> {
    const readers = await this.database.read(findAdministrators, { resellerId: about.resellerId })
    for (const [place, { email }] of readers.entries()) {
      const id = place === 0 ? messageId : `${messageId}-${place}`
      const sent = await this.mailer.send({ ...mail, to: email, messageId: id }, about)
      if (sent === 'bounced') this.log.warn(`the mailbox ${email} does not exist; it was to get: ${mail.subject}`)
    }
  }
}

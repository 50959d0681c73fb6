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

  /** Sends the mails, then records it. After a crash in between, the same mails are sent twice rather than never. */
  async send(
    consumer: string,
    { messageId, correlationId }: Pick<Delivery, 'correlationId' | 'messageId'>,
    about: About,
    mail: Pick<Mail, 'subject' | 'text'>,
  ): Promise<void> {
    if (await this.outbox.isTaken(this.database, messageId, consumer)) return
    const readers = await this.database.read(findAdministrators, { resellerId: about.resellerId })
    for (const [place, { email }] of readers.entries()) {
      const id = place === 0 ? messageId : `${messageId}-${place}`
      const sent = await this.mailer.send({ ...mail, to: email, messageId: id }, about)
      if (sent === 'bounced') this.log.warn(`the mailbox ${email} does not exist; it was to get: ${mail.subject}`)
    }
    await this.database.unitOfWork({ correlationId }, (tx) =>
      this.outbox.once(tx, messageId, consumer, () => Promise.resolve()),
    )
  }
}

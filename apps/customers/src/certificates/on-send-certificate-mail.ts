import { sendCertificateMail } from '@nameyard/contracts/customers/send-certificate-mail'
import type { Payload } from '@nameyard/contracts/event'
import { Consumes, type Delivery } from '@nameyard/messaging/consumes'
import { Outbox } from '@nameyard/outbox/outbox'
import { Database } from '@nameyard/persistence/database'
import { statement } from '@nameyard/persistence/statement'
import { Controller, Inject, Logger } from '@nestjs/common'
import { CUSTOMERS_CONFIG, type CustomersConfig } from '../config'
import { signLink } from '../mail/link'
import { MAILER, type Mail, type Mailer } from '../mail/mailer'
import { approvalMail, reminderMail } from './certificate-mail'

type Asked = Payload<typeof sendCertificateMail>

const CONSUMER = 'certificate-mail.send'

/** account, handle → who is written to */
const findReader = statement(
  'certificate_mail.reader',
  'select email, locale from customer where reseller_id = $1 and handle = $2 and deleted_at is null',
)

@Controller()
export class OnSendCertificateMail {
  private readonly log = new Logger('certificate mail')

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Outbox) private readonly outbox: Outbox,
    @Inject(CUSTOMERS_CONFIG) private readonly config: CustomersConfig,
    @Inject(MAILER) private readonly mailer: Mailer,
  ) {}

  /** Sends first and writes that down after: a crash between them sends the same mail again rather than never. */
  @Consumes(sendCertificateMail)
  async on(asked: Asked, { messageId, correlationId }: Delivery): Promise<void> {
    if (await this.outbox.isTaken(this.database, messageId, CONSUMER)) return
    const mail = await this.mailOf(asked)
    if (mail) {
      const sent = await this.mailer.send({ ...mail, messageId })
      if (sent === 'bounced') this.log.warn(`nobody reads ${mail.to}, who was written to about ${asked.name}`)
    }
    await this.database.unitOfWork({ correlationId }, (tx) =>
      this.outbox.once(tx, messageId, CONSUMER, () => Promise.resolve()),
    )
  }

  /** Nothing where the customer is gone. */
  private async mailOf(asked: Asked): Promise<Omit<Mail, 'messageId'> | undefined> {
    const expiresAt = new Date(asked.expiresAt)
    if (asked.kind === 'approval') {
      const link = { id: asked.orderId, nonce: Buffer.from(asked.nonce, 'hex'), expiresAt }
      const token = signLink(this.config.LINK_SECRET, 'certificate-approval', link)
      const page = new URL(`/approve-certificate/${token}`, this.config.PUBLIC_URL).toString()
      return approvalMail(asked.name, expiresAt, asked.to, page)
    }
    const values = [asked.resellerId, asked.handle]
    const [reader] = await this.database.read<{ email: string; locale: string }>(findReader, values)
    return reader && reminderMail(asked.name, expiresAt, reader.email, reader.locale)
  }
}

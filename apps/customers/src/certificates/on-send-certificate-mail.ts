import { Controller, Inject, Logger } from '@nestjs/common'
import { sendCertificateMail } from '@nameyard/contracts/customers/send-certificate-mail'
import type { Payload } from '@nameyard/contracts/event'
import { printDate } from '@nameyard/contracts/primitives/dates'
import { Consumes, type Delivery } from '@nameyard/messaging/consumes'
import { Outbox } from '@nameyard/outbox/outbox'
import { Database } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'
import { CUSTOMERS_CONFIG, type CustomersConfig } from '../config'
import { signLink } from '../mail/link'
import { MailComposer } from '../mail/mail-composer'
import { MAILER, type About, type Mail, type Mailer } from '../mail/mailer'
import { certificateExpiry } from '../mail/words/certificate-expiry'
import { approvalMail } from './certificate-mail'

type Asked = Payload<typeof sendCertificateMail>

const CONSUMER = 'certificate-mail.send'

/** Reads the recipient of a reminder. */
const findReader = statement<{ resellerId: number; handle: string }, { email: string; locale: string }>(
  'certificate_mail.reader',
  ({ resellerId, handle }) =>
    sql`select email, locale from customer where reseller_id = ${resellerId} and handle = ${handle} and deleted_at is null`,
)

@Controller()
export class OnSendCertificateMail {
  private readonly log = new Logger('certificate mail')

  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly composer: MailComposer,
    @Inject(CUSTOMERS_CONFIG) private readonly config: CustomersConfig,
    @Inject(MAILER) private readonly mailer: Mailer,
  ) {}

  @Consumes(sendCertificateMail)
  on(asked: Asked, delivery: Delivery): Promise<void> {
    return this.outbox.atLeastOnce(this.database, delivery, CONSUMER, () => this.send(asked, delivery))
  }

  private async send(asked: Asked, { messageId }: Delivery): Promise<void> {
    const mail = await this.mailOf(asked)
    if (!mail) return
    const sent = await this.mailer.send({ ...mail, messageId }, aboutOf(asked))
    if (sent === 'bounced')
      this.log.warn(
        `the mailbox ${mail.to} does not exist; it was to get a mail about the certificate of ${asked.name}`,
      )
  }

  /** Returns the mail; undefined when the customer was deleted. */
  private async mailOf(asked: Asked): Promise<Omit<Mail, 'messageId'> | undefined> {
    const expiresAt = new Date(asked.expiresAt)
    if (asked.kind === 'approval') {
      const link = { id: asked.orderId, nonce: Buffer.from(asked.nonce, 'hex'), expiresAt }
      const token = signLink(this.config.LINK_SECRET, 'certificate-approval', link)
      const page = new URL(`/approve-certificate/${token}`, this.config.PUBLIC_URL).toString()
      return approvalMail(asked.name, expiresAt, asked.to, page)
    }
    const values = { resellerId: asked.resellerId, handle: asked.handle }
    const [reader] = await this.database.read(findReader, values)
    if (!reader) return undefined
    const recipient = { ...reader, resellerId: asked.resellerId }
    return this.composer.compose(certificateExpiry, recipient, { name: asked.name, end: printDate(expiresAt) })
  }
}

function aboutOf({ kind, resellerId, orderId }: Asked): About {
  const type = kind === 'approval' ? 'certificate-approval' : 'certificate-expiry'
  return { resellerId, type, object: `ssl/orders/${orderId}` }
}

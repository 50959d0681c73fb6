import { sendTransferAuthorization } from '@nameyard/contracts/customers/send-transfer-authorization'
import type { Payload } from '@nameyard/contracts/event'
import { Consumes, type Delivery } from '@nameyard/messaging/consumes'
import { Outbox } from '@nameyard/outbox/outbox'
import { Database } from '@nameyard/persistence/database'
import { statement } from '@nameyard/persistence/statement'
import { Controller, Inject, Logger } from '@nestjs/common'
import { CUSTOMERS_CONFIG, type CustomersConfig } from '../config'
import { signLink } from '../mail/link'
import { MAILER, type Mailer } from '../mail/mailer'
import { transferMail } from './transfer-mail'

const CONSUMER = 'transfer-authorization.send'

/** account, handles → one reader for each address */
const findReaders = statement(
  'customer.readers',
  `select distinct on (email_folded) email, locale from customer
   where reseller_id = $1 and handle = any($2::text[]) and deleted_at is null
   order by email_folded, array_position($2::text[], handle::text)`,
)

@Controller()
export class OnSendTransferAuthorization {
  private readonly log = new Logger('transfer authorization')

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Outbox) private readonly outbox: Outbox,
    @Inject(CUSTOMERS_CONFIG) private readonly config: CustomersConfig,
    @Inject(MAILER) private readonly mailer: Mailer,
  ) {}

  /** Sends first and writes that down after: a crash between them sends the same mails again rather than never. */
  @Consumes(sendTransferAuthorization)
  async on(asked: Payload<typeof sendTransferAuthorization>, { messageId, correlationId }: Delivery): Promise<void> {
    if (await this.outbox.isTaken(this.database, messageId, CONSUMER)) return
    const { resellerId, domainId, domain, handles, nonce, needsCode } = asked
    const expiresAt = new Date(asked.expiresAt)
    const link = { id: domainId, nonce: Buffer.from(nonce, 'hex'), expiresAt }
    const token = signLink(this.config.LINK_SECRET, 'transfer-authorization', link)
    const page = new URL(`/authorize/${token}`, this.config.PUBLIC_URL).toString()
    const readers = await this.database.read<{ email: string; locale: string }>(findReaders, [resellerId, handles])
    for (const [place, { email, locale }] of readers.entries()) {
      const mail = transferMail({ domain, expiresAt, needsCode }, email, locale, page)
      const sent = await this.mailer.send({ ...mail, messageId: place === 0 ? messageId : `${messageId}-${place}` })
      if (sent === 'bounced') this.log.warn(`nobody reads ${email}, who was to authorize the transfer of ${domain}`)
    }
    await this.database.unitOfWork({ correlationId }, (tx) =>
      this.outbox.once(tx, messageId, CONSUMER, () => Promise.resolve()),
    )
  }
}

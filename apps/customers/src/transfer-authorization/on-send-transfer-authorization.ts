import { Controller, Inject, Logger } from '@nestjs/common'
import { sendTransferAuthorization } from '@nameyard/contracts/customers/send-transfer-authorization'
import type { Payload } from '@nameyard/contracts/event'
import { printDate } from '@nameyard/contracts/primitives/dates'
import { Consumes, type Delivery } from '@nameyard/messaging/consumes'
import { Outbox } from '@nameyard/outbox/outbox'
import { Database } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'
import { CUSTOMERS_CONFIG, type CustomersConfig } from '../config'
import { signLink } from '../mail/link'
import { MailComposer } from '../mail/mail-composer'
import { MAILER, type Mailer } from '../mail/mailer'
import { transferAuthorization } from '../mail/words/transfer-authorization'

type Asked = Payload<typeof sendTransferAuthorization>

const CONSUMER = 'transfer-authorization.send'

/** Reads the recipients: one customer for each address. */
const findReaders = statement<{ resellerId: number; handles: readonly string[] }, { email: string; locale: string }>(
  'customer.readers',
  ({ resellerId, handles }) => sql`
    select distinct on (email_folded) email, locale from customer
    where reseller_id = ${resellerId} and handle = any(${handles}::text[]) and deleted_at is null
    order by email_folded, array_position(${handles}::text[], handle::text)`,
)

@Controller()
export class OnSendTransferAuthorization {
  private readonly log = new Logger('transfer authorization')

  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly composer: MailComposer,
    @Inject(CUSTOMERS_CONFIG) private readonly config: CustomersConfig,
    @Inject(MAILER) private readonly mailer: Mailer,
  ) {}

  @Consumes(sendTransferAuthorization)
  on(asked: Asked, delivery: Delivery): Promise<void> {
    return this.outbox.atLeastOnce(this.database, delivery, CONSUMER, () => this.send(asked, delivery))
  }

  private async send(asked: Asked, { messageId }: Delivery): Promise<void> {
    const { resellerId, domainId, domain, handles, nonce, needsCode } = asked
    const expiresAt = new Date(asked.expiresAt)
    const link = { id: domainId, nonce: Buffer.from(nonce, 'hex'), expiresAt }
    const token = signLink(this.config.LINK_SECRET, 'transfer-authorization', link)
    const page = new URL(`/authorize/${token}`, this.config.PUBLIC_URL).toString()
    const readers = await this.database.read(findReaders, { resellerId, handles })
    const values = { domain, link: page, deadline: printDate(expiresAt), needs_code: needsCode }
    for (const [place, { email, locale }] of readers.entries()) {
      const mail = await this.composer.compose(transferAuthorization, { resellerId, email, locale }, values)
      const about = {
        resellerId,
        type: 'transfer-authorization',
        object: `domains/${domainId}`,
        policy: 'transfer',
      } as const
      const sent = await this.mailer.send(
        { ...mail, link: page, messageId: place === 0 ? messageId : `${messageId}-${place}` },
        about,
      )
      if (sent === 'bounced')
        this.log.warn(`the mailbox ${email} does not exist; it was to authorize the transfer of ${domain}`)
    }
  }
}

import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { Controller, Inject } from '@nestjs/common'
import { sendPasswordReset } from '@nameyard/contracts/access/send-password-reset'
import type { Payload } from '@nameyard/contracts/event'
import { Consumes, type Delivery } from '@nameyard/messaging/consumes'
import { Outbox } from '@nameyard/outbox/outbox'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { CUSTOMERS_CONFIG, type CustomersConfig } from '../config'
import { MAILER, type Mailer } from '../mail/mailer'
import { passwordResetMail } from './password-reset-mail'
import { insertReset, lockContact } from './password-reset.store'

const CONSUMER = 'password-reset.send'

/** How long a link works. */
const LIFE_MS = 30 * 60_000

/** Links of one contact that work at the same time. Further requests send no mail, so that strangers cannot send many. */
const MOST_LINKS = 3

@Controller()
export class OnSendPasswordReset {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    @Inject(CUSTOMERS_CONFIG) private readonly config: CustomersConfig,
    @Inject(MAILER) private readonly mailer: Mailer,
  ) {}

  @Consumes(sendPasswordReset)
  async on({ contactId }: Payload<typeof sendPasswordReset>, delivery: Delivery): Promise<void> {
    if (contactId === null) return
    await this.outbox.atLeastOnce(this.database, delivery, CONSUMER, () => this.send(contactId, delivery))
  }

  /**
   * Stores the hash of a new link and mails the link. After a crash in between, a second mail has a link that replaces the
   * first one. It has a Message-ID of its own, so that mail programs do not drop it as a copy.
   */
  private async send(contactId: number, { messageId, correlationId }: Delivery): Promise<void> {
    const token = randomBytes(32).toString('base64url')
    const now = this.clock.machineNow()
    const expiresAt = new Date(now.getTime() + LIFE_MS)
    const hash = createHash('sha256').update(token).digest()
    const [recipient] = await this.database.unitOfWork({ correlationId }, async (tx) => {
      await tx.query(lockContact, { contactId })
      return tx.query(insertReset, { id: messageId, hash, contactId, now, expiresAt, most: MOST_LINKS })
    })
    if (!recipient) return
    const mail = passwordResetMail(recipient, new URL(`/reset-password/${token}`, this.config.PUBLIC_URL).toString())
    const about = { resellerId: recipient.resellerId, type: 'password-reset', object: `contacts/${contactId}` }
    await this.mailer.send({ ...mail, messageId: randomUUID() }, about)
  }
}

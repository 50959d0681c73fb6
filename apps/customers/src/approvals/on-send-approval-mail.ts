import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { Controller, Inject } from '@nestjs/common'
import { sendApprovalMail } from '@nameyard/contracts/approvals/send-approval-mail'
import type { Payload } from '@nameyard/contracts/event'
import { printDate } from '@nameyard/contracts/primitives/dates'
import { Consumes, type Delivery } from '@nameyard/messaging/consumes'
import { Outbox } from '@nameyard/outbox/outbox'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { CUSTOMERS_CONFIG, type CustomersConfig } from '../config'
import { MailComposer } from '../mail/mail-composer'
import { MAILER, type Mailer } from '../mail/mailer'
import { approvalMail } from '../mail/words/approval'
import { APPROVAL_MAIL } from './approval-events'
import { findWaiting, insertLink } from './approval-link.store'
import { approvalOnWire } from './approval-on-wire'
import { objectOf } from './call-object'

type Asked = Payload<typeof sendApprovalMail>

const CONSUMER = 'approval.send-mail'

@Controller()
export class OnSendApprovalMail {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly composer: MailComposer,
    @Inject(CUSTOMERS_CONFIG) private readonly config: CustomersConfig,
    @Inject(MAILER) private readonly mailer: Mailer,
  ) {}

  @Consumes(sendApprovalMail)
  on(asked: Asked, delivery: Delivery): Promise<void> {
    return this.outbox.atLeastOnce(this.database, delivery, CONSUMER, () => this.send(asked, delivery))
  }

  /**
   * Stores the hash of a new link and mails the link, if the call still waits. After a crash in between, a second mail has a
   * link that replaces the first one. It has a Message-ID of its own, so that mail programs do not drop it as a copy.
   */
  private async send({ approvalId, contactId }: Asked, { messageId, correlationId }: Delivery): Promise<void> {
    const token = randomBytes(32).toString('base64url')
    const hash = createHash('sha256').update(token).digest()
    const waiting = await this.database.unitOfWork({ correlationId }, async (tx) => {
      const [found] = await tx.query(findWaiting, { approvalId, contactId, now: this.clock.machineNow() })
      if (found) await tx.query(insertLink, { id: messageId, hash, approvalId, contactId })
      return found
    })
    if (!waiting) return
    const { resellerId, username, price, currency } = waiting
    const link = new URL(`/approve-call/${token}`, this.config.PUBLIC_URL).toString()
    const mail = await this.composer.compose(approvalMail, waiting, {
      call: approvalOnWire(waiting, this.clock.machineNow()).summary,
      object: objectOf(waiting.given),
      price: price === null ? '' : `${price.toFixed(2)} ${currency ?? ''}`,
      program: waiting.name,
      username,
      link,
      deadline: printDate(waiting.expiresAt),
    })
    const about = { resellerId, type: APPROVAL_MAIL, object: `approvals/${approvalId}` }
    await this.mailer.send({ ...mail, messageId: randomUUID(), link }, about)
  }
}

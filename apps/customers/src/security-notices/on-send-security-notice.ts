import { Controller, Inject } from '@nestjs/common'
import { sendSecurityNotice } from '@nameyard/contracts/access/send-security-notice'
import type { Payload } from '@nameyard/contracts/event'
import { Consumes, type Delivery } from '@nameyard/messaging/consumes'
import { Outbox } from '@nameyard/outbox/outbox'
import { Database } from '@nameyard/persistence/database'
import { MAILER, type Mailer } from '../mail/mailer'
import { securityNoticeMail } from './security-notice-mail'
import { findNoticeRecipient } from './security-notice.store'

const CONSUMER = 'security-notice.send'

@Controller()
export class OnSendSecurityNotice {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    @Inject(MAILER) private readonly mailer: Mailer,
  ) {}

  /** Sends the mail, then records it. After a crash in between, the same mail is sent twice rather than never. */
  @Consumes(sendSecurityNotice)
  async on(news: Payload<typeof sendSecurityNotice>, { messageId, correlationId }: Delivery): Promise<void> {
    if (await this.outbox.isTaken(this.database, messageId, CONSUMER)) return
    const [recipient] = await this.database.read(findNoticeRecipient, news)
    if (recipient) {
      const { resellerId } = recipient
      const about = { resellerId, type: 'security-notice', object: `contacts/${news.contactId}` }
      await this.mailer.send({ ...securityNoticeMail(recipient, news), messageId }, about)
    }
    await this.database.unitOfWork({ correlationId }, (tx) =>
      this.outbox.once(tx, messageId, CONSUMER, () => Promise.resolve()),
    )
  }
}

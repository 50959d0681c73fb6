import { Controller, Inject } from '@nestjs/common'
import { sendSecurityNotice } from '@nameyard/contracts/access/send-security-notice'
import type { Payload } from '@nameyard/contracts/event'
import { Consumes, type Delivery } from '@nameyard/messaging/consumes'
import { Outbox } from '@nameyard/outbox/outbox'
import { Database } from '@nameyard/persistence/database'
import { MAILER, type Mailer } from '../mail/mailer'
import { securityNoticeMail } from './security-notice-mail'
import { findNoticeRecipient } from './security-notice.store'

type News = Payload<typeof sendSecurityNotice>

const CONSUMER = 'security-notice.send'

@Controller()
export class OnSendSecurityNotice {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    @Inject(MAILER) private readonly mailer: Mailer,
  ) {}

  @Consumes(sendSecurityNotice)
  on(news: News, delivery: Delivery): Promise<void> {
    return this.outbox.atLeastOnce(this.database, delivery, CONSUMER, () => this.send(news, delivery))
  }

  private async send(news: News, { messageId }: Delivery): Promise<void> {
    const [recipient] = await this.database.read(findNoticeRecipient, news)
    if (!recipient) return
    const { resellerId } = recipient
    const about = { resellerId, type: 'security-notice', object: `contacts/${news.contactId}` }
    await this.mailer.send({ ...securityNoticeMail(recipient, news), messageId }, about)
  }
}

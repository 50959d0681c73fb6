import { Controller, Inject, Logger } from '@nestjs/common'
import { sendExpiryNotice } from '@nameyard/contracts/customers/send-expiry-notice'
import type { Payload } from '@nameyard/contracts/event'
import { Consumes, type Delivery } from '@nameyard/messaging/consumes'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { MailComposer } from '../mail/mail-composer'
import { MAILER, type Mailer } from '../mail/mailer'
import { expiry } from '../mail/words/expiry'
import { findReaders, recordMail } from './expiry-mail.store'
import { expiryValues } from './expiry-values'

/** Mails the registrant, and the administrators of the account if it wants that, about the expiry of a domain. */
@Controller()
export class OnSendExpiryNotice {
  private readonly log = new Logger('expiry mail')

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly composer: MailComposer,
    @Inject(MAILER) private readonly mailer: Mailer,
  ) {}

  /**
   * Sends each mail, then records it. After a crash in between, the same mail is sent twice, with the same Message-ID, rather
   * than never.
   */
  @Consumes(sendExpiryNotice)
  async on(notice: Payload<typeof sendExpiryNotice>, { messageId, correlationId }: Delivery): Promise<void> {
    const { resellerId, domainId, domain, kind } = notice
    const readers = await this.database.read(findReaders, { ...notice, noticeId: messageId })
    for (const reader of readers) {
      const { recipient, isRegistrant } = reader
      const id = isRegistrant ? messageId : `${messageId}-${recipient.replace('/', '-')}`
      const mail = await this.composer.compose(expiry, { ...reader, resellerId }, expiryValues(notice, isRegistrant))
      const about = { resellerId, type: 'expiry', object: `domains/${domainId}` }
      const sent = await this.mailer.send({ ...mail, messageId: id }, about)
      const isBounced = sent === 'bounced'
      if (isBounced)
        this.log.warn(`the mailbox of ${recipient} does not exist; it was to be told that ${domain} expires`)
      const [expiresAt, sentAt] = [new Date(notice.expiresAt), this.clock.now()]
      const record = {
        noticeId: messageId,
        recipient,
        resellerId,
        domainId,
        domain,
        kind,
        expiresAt,
        sentAt,
        isBounced,
      }
      await this.database.unitOfWork({ correlationId }, (tx) => tx.query(recordMail, record))
    }
  }
}

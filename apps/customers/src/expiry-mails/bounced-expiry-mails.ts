import { Injectable, type OnModuleInit } from '@nestjs/common'
import { SentMails } from '../mail/sent-mails'
import { markExpiryMailBounced } from './expiry-mail.store'

const UUID_LENGTH = 36

/** Shows at a mail about the expiry of a domain that a mail server has reported that it bounced. */
@Injectable()
export class BouncedExpiryMails implements OnModuleInit {
  constructor(private readonly mails: SentMails) {}

  onModuleInit(): void {
    this.mails.whenBounced('expiry', async (tx, { messageId }) => {
      // The mail to a registrant has the id of the notice; that to an administrator has the contact after it.
      const [noticeId, contact] = [messageId.slice(0, UUID_LENGTH), messageId.slice(UUID_LENGTH + 1)]
      await tx.query(markExpiryMailBounced, { noticeId, administrator: contact.replace('-', '/') })
    })
  }
}

import { Injectable, type OnModuleInit } from '@nestjs/common'
import { SentMails } from '../mail/sent-mails'
import { markBouncedSince } from './email-verification.store'

/** Fails the verification of an address when a mail server reports that its mail bounced. */
@Injectable()
export class BouncedVerifications implements OnModuleInit {
  constructor(private readonly mails: SentMails) {}

  onModuleInit(): void {
    this.mails.whenBounced('verification', async (tx, { resellerId, address, sentAt }) => {
      await tx.query(markBouncedSince, { resellerId, address, sentAt })
    })
  }
}

import { Injectable } from '@nestjs/common'
import { contactErased } from '@nameyard/contracts/contacts/contact-erased'
import { Outbox } from '@nameyard/outbox/outbox'
import type { Tx } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { forgetMailsOfContact } from '../mail/sent-mail.store'
import { eraseContact, removeFactors, removeKeys, revokeTokens, type Contact } from './contact.store'

/** Erases the data of contact persons, here and by an event in histories of all services. */
@Injectable()
export class ContactErasure {
  constructor(
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** Deletes the contact's data, tokens, API keys and second factors. An empty row stays for the history. */
  async erase(tx: Tx, { id, reseller_id, username }: Pick<Contact, 'id' | 'reseller_id' | 'username'>): Promise<void> {
    const now = this.clock.now()
    await tx.query(forgetMailsOfContact, { contactId: id })
    await tx.query(eraseContact, { id, now })
    await tx.query(revokeTokens, { id })
    await tx.query(removeKeys, { id })
    await tx.query(removeFactors, { id })
    await this.outbox.append(tx, contactErased, {
      resellerId: reseller_id,
      contactId: id,
      username,
      deletedName: `deleted-${id}`,
      erasedAt: now.toISOString(),
    })
  }
}

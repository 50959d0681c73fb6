import { Injectable } from '@nestjs/common'
import { contactErased } from '@nameyard/contracts/contacts/contact-erased'
import { contactDeleted } from '@nameyard/contracts/events/catalogue/contact-events'
import { keyRevoked } from '@nameyard/contracts/events/catalogue/key-events'
import { Outbox } from '@nameyard/outbox/outbox'
import type { Tx } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { ContactEvents } from '../account-events/contact-events'
import { KeyEvents } from '../account-events/key-events'
import { SessionEvents } from '../account-events/session-events'
import { forgetMailsOfContact } from '../mail/sent-mail.store'
import { eraseContact, removeFactors, removeKeys, revokeTokens, type Contact } from './contact.store'

/** Erases the data of contact persons, here and by an event in histories of all services. */
@Injectable()
export class ContactErasure {
  constructor(
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly contacts: ContactEvents,
    private readonly keys: KeyEvents,
    private readonly sessions: SessionEvents,
  ) {}

  /** Deletes the contact's data, tokens, API keys and second factors. An empty row stays for the history. */
  async erase(tx: Tx, { id, reseller_id, username }: Pick<Contact, 'id' | 'reseller_id' | 'username'>): Promise<void> {
    const now = this.clock.now()
    await tx.query(forgetMailsOfContact, { contactId: id })
    const [erased] = await tx.query(eraseContact, { id, now })
    const sessions = await tx.query(revokeTokens, { id })
    const keys = await tx.query(removeKeys, { id })
    await tx.query(removeFactors, { id })
    await this.sessions.tellEnded(tx, reseller_id, sessions)
    for (const key of keys) await this.keys.tell(tx, keyRevoked, key, { resellerId: reseller_id, isValid: false })
    await this.contacts.tell(tx, contactDeleted, erased!)
    await this.outbox.append(tx, contactErased, {
      resellerId: reseller_id,
      contactId: id,
      username,
      deletedName: `deleted-${id}`,
      erasedAt: now.toISOString(),
    })
  }
}

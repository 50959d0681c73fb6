import type { Role } from '@nameyard/contracts/roles'
import { sql, statement } from '@nameyard/persistence/statement'
import { eventContactColumns, type EventContact } from '../account-events/contact-events'

/** A contact whose password changes. */
export interface PasswordHolder {
  readonly contactId: number
  readonly resellerId: number
  readonly username: string
  readonly role: Role
  readonly email: string
  /** Company of the contact, which may be empty. */
  readonly company: string
  /** Company of the account. */
  readonly account: string
  readonly passwordHash: string
}

/** Reads a contact and locks it, so that concurrent changes of its password wait for each other. */
export const lockHolder = statement<{ contactId: number }, PasswordHolder>(
  'password.lock_holder',
  ({ contactId }) => sql`
    select contact.id as "contactId", contact.reseller_id as "resellerId", contact.username, contact.role, contact.email,
      contact.company_name as company, reseller.company_name as account, contact.password_hash as "passwordHash"
    from contact join reseller on reseller.id = contact.reseller_id
    where contact.id = ${contactId} and contact.deleted_at is null and contact.password_hash is not null
    for no key update of contact`,
)

/** Stores a new password. */
export const replacePassword = statement<{ contactId: number; passwordHash: string; now: Date }, EventContact>(
  'password.replace',
  ({ contactId, passwordHash, now }) => sql`
    update contact set password_hash = ${passwordHash}, password_changed_at = ${now} where id = ${contactId}
    returning ${eventContactColumns}`,
)

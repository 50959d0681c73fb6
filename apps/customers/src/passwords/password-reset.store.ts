import type { Role } from '@nameyard/contracts/roles'
import { sql, statement } from '@nameyard/persistence/statement'

/** A contact that may have a new password, or nulls. */
export type Resettable =
  | { readonly contactId: number; readonly resellerId: number; readonly username: string; readonly role: Role }
  | Readonly<Record<'contactId' | 'resellerId' | 'role' | 'username', null>>

/** The contact of a username, for a reset: null columns when there is none that may have a new password. */
export const findResettable = statement<{ username: string }, Resettable>(
  'password_reset.contact',
  ({ username }) => sql`
    select contact.id as "contactId", contact.reseller_id as "resellerId", contact.username, contact.role from (values (1)) as always
    left join contact on contact.username = ${username} and contact.deleted_at is null
      and contact.password_hash is not null and contact.is_active`,
)

/** The recipient of a mail with a link. */
export interface ResetRecipient {
  readonly resellerId: number
  readonly username: string
  readonly email: string
  readonly locale: string
}

/**
 * Stores a link for a contact, or replaces that of the same request. Returns nothing when the contact cannot have a new
 * password, or already has `most` links that work. The lock keeps concurrent requests below that number. It also deletes
 * up to 20 expired links, so that no timer is needed.
 */
export const insertReset = statement<
  { id: string; hash: Buffer; contactId: number; now: Date; expiresAt: Date; most: number },
  ResetRecipient
>(
  'password_reset.insert',
  (given) => sql`
    with expired as (
      delete from password_reset where id in (
        select id from password_reset where expires_at <= ${given.now} and id <> ${given.id}
        order by expires_at limit 20 for update skip locked)),
    inserted as (
      insert into password_reset as known (id, hash, contact_id, email, password_digest, expires_at)
      select ${given.id}, ${given.hash}, id, email, sha256(convert_to(password_hash, 'UTF8')), ${given.expiresAt}
      from contact
      where id = ${given.contactId} and deleted_at is null and password_hash is not null and is_active
        and (select count(*) from password_reset
          where contact_id = ${given.contactId} and expires_at > ${given.now} and id <> ${given.id}) < ${given.most}
      on conflict (id) do update set hash = excluded.hash, email = excluded.email,
        password_digest = excluded.password_digest, expires_at = excluded.expires_at
      returning contact_id)
    select reseller_id as "resellerId", username, email, locale from contact where id in (select contact_id from inserted)`,
)

/** Locks a contact, so that its links are counted one after the other. */
export const lockContact = statement<{ contactId: number }>(
  'password_reset.lock_contact',
  ({ contactId }) => sql`select from contact where id = ${contactId} for no key update`,
)

/**
 * Reads the contact of a link that works: it has not expired, and neither the password nor the address of the contact has
 * changed since the mail.
 */
export const findReset = statement<{ hash: Buffer; now: Date }, { contactId: number; username: string }>(
  'password_reset.find',
  ({ hash, now }) => sql`
    select contact.id as "contactId", contact.username
    from password_reset join contact on contact.id = password_reset.contact_id
    where password_reset.hash = ${hash} and password_reset.expires_at > ${now}
      and contact.deleted_at is null and contact.is_active and contact.email = password_reset.email
      and sha256(convert_to(contact.password_hash, 'UTF8')) = password_reset.password_digest`,
)

/** Deletes the links of a contact, because its password changes. */
export const removeResets = statement<{ contactId: number }>(
  'password_reset.remove',
  ({ contactId }) => sql`delete from password_reset where contact_id = ${contactId}`,
)

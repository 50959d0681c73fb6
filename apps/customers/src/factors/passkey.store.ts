import { sql, statement } from '@nameyard/persistence/statement'

/** A challenge that waits for its answer. */
export interface Challenge {
  readonly hash: Buffer
  readonly purpose: 'registration' | 'login'
  /** Who must answer; null: whoever has a passkey. */
  readonly contactId: number | null
  /** The name and user handle of a new passkey. */
  readonly name: string | null
  readonly userHandle: Buffer | null
}

/** Stores a challenge. It also deletes up to 20 expired ones. */
export const insertChallenge = statement<Challenge & { now: Date; expiresAt: Date }>(
  'passkey_challenge.insert',
  ({ hash, purpose, contactId, name, userHandle, now, expiresAt }) => sql`
    with expired as (
      delete from passkey_challenge where hash in (
        select hash from passkey_challenge where expires_at <= ${now}
        order by expires_at limit 20 for update skip locked))
    insert into passkey_challenge (hash, purpose, contact_id, name, user_handle, expires_at)
    values (${hash}, ${purpose}, ${contactId}, ${name}, ${userHandle}, ${expiresAt})`,
)

/** Uses up a challenge, whatever the answer is worth. Returns nothing when it was used, has expired or is for others. */
export const takeChallenge = statement<
  Pick<Challenge, 'hash' | 'purpose' | 'contactId'> & { now: Date },
  Pick<Challenge, 'name' | 'userHandle'>
>(
  'passkey_challenge.take',
  ({ hash, purpose, contactId, now }) => sql`
    delete from passkey_challenge
    where hash = ${hash} and purpose = ${purpose} and contact_id is not distinct from ${contactId}
      and expires_at > ${now}
    returning name, user_handle as "userHandle"`,
)

/** A passkey as it is stored. */
export interface StoredPasskey {
  readonly id: number
  readonly contactId: number
  readonly username: string
  readonly credentialId: Buffer
  readonly publicKey: Buffer
  readonly userHandle: Buffer
  readonly transports: string[]
  /** Whether the device has checked who uses it, while the contact also proved the password. */
  readonly isUserVerified: boolean
}

/** Reads the passkeys of a contact, or the one with an id. */
export const findPasskeys = statement<{ contactId: number | null; credentialId: Buffer | null }, StoredPasskey>(
  'passkey.find',
  ({ contactId, credentialId }) => sql`
    select factor.id, contact_id as "contactId", username, credential_id as "credentialId", public_key as "publicKey",
      user_handle as "userHandle", transports, is_user_verified as "isUserVerified"
    from factor join contact on contact.id = factor.contact_id and contact.deleted_at is null
    where kind = 'passkey' and (contact_id = ${contactId} or credential_id = ${credentialId})
    order by factor.id`,
)

/** Stores a new passkey. Returns nothing when the passkey is known, whoever has it. */
export const insertPasskey = statement<
  Omit<StoredPasskey, 'id' | 'username'> & { name: string; signCount: number; now: Date },
  { id: number }
>(
  'passkey.insert',
  (given) => sql`
    insert into factor (contact_id, kind, name, created_at, confirmed_at, credential_id, public_key, user_handle,
      sign_count, transports, is_user_verified)
    values (${given.contactId}, 'passkey', ${given.name}, ${given.now}, ${given.now}, ${given.credentialId},
      ${given.publicKey}, ${given.userHandle}, ${given.signCount}, ${given.transports}, ${given.isUserVerified})
    on conflict (credential_id) do nothing returning id`,
)

/**
 * Records an answer of a passkey. Returns nothing when the device should have counted on: then the passkey was copied, or
 * a later answer came first (WebAuthn section 6.1.1).
 */
export const usePasskey = statement<
  { id: number; signCount: number; isUserVerified: boolean; now: Date },
  { id: number }
>(
  'passkey.use',
  ({ id, signCount, isUserVerified, now }) => sql`
    update factor set sign_count = ${signCount}, last_used_at = ${now},
      is_user_verified = is_user_verified or ${isUserVerified}
    where id = ${id} and (sign_count < ${signCount} or (sign_count = 0 and ${signCount} = 0)) returning id`,
)

import type { Role } from '@nameyard/contracts/roles'
import { sql, statement } from '@nameyard/persistence/statement'
import type { SealedKey } from '@nameyard/runtime/key-cipher'
import { eventContactColumns, type EventContact } from '../account-events/contact-events'

/** A contact who manages second factors. */
export interface FactorHolder {
  readonly contactId: number
  readonly resellerId: number
  readonly username: string
  readonly passwordHash: string
  readonly role: Role
  /** Whether the account demands a second factor. */
  readonly isRequired: boolean
  /** Second factors that count. */
  readonly factors: number
  readonly recoveryCodes: number
}

/** Reads a contact who has a password. */
export const findHolder = statement<{ contactId: number }, FactorHolder>(
  'second_factor.holder',
  ({ contactId }) => sql`
    select contact.id as "contactId", contact.reseller_id as "resellerId", contact.username,
      contact.password_hash as "passwordHash", contact.role,
      reseller.is_second_factor_required as "isRequired",
      (select count(*) from factor where contact_id = contact.id and confirmed_at is not null)::integer as factors,
      (select count(*) from recovery_code where contact_id = contact.id and expires_at is null)::integer
        as "recoveryCodes"
    from contact join reseller on reseller.id = contact.reseller_id
    where contact.id = ${contactId} and contact.deleted_at is null and contact.password_hash is not null`,
)

/** Locks a contact, so that concurrent changes of its factors wait for each other. */
export const lockContact = statement<{ contactId: number }, EventContact>(
  'second_factor.lock_contact',
  ({ contactId }) => sql`select ${eventContactColumns} from contact where id = ${contactId} for no key update`,
)

/** A second factor as it is listed. */
export interface ListedFactor {
  readonly id: number
  readonly kind: 'totp' | 'passkey'
  readonly name: string
  readonly isConfirmed: boolean
  /** Whether it can log in without a password. */
  readonly isPasswordless: boolean
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
}

/** Reads the factors of a contact, the oldest first. Apps that were not confirmed in time are left out. */
export const findFactors = statement<{ contactId: number; startedAfter: Date }, ListedFactor>(
  'second_factor.of_contact',
  ({ contactId, startedAfter }) => sql`
    select id, kind, name, confirmed_at is not null as "isConfirmed", is_user_verified as "isPasswordless",
      created_at as "createdAt", last_used_at as "lastUsedAt"
    from factor where contact_id = ${contactId} and (confirmed_at is not null or created_at > ${startedAfter})
    order by id`,
)

/** Stores an app that waits for its first code. It replaces an earlier one that waits. */
export const insertTotp = statement<{ contactId: number; name: string; now: Date } & SealedKey, { id: number }>(
  'second_factor.insert_totp',
  ({ contactId, name, now, sealed, secretId }) => sql`
    with replaced as (delete from factor where contact_id = ${contactId} and confirmed_at is null)
    insert into factor (contact_id, kind, name, created_at, sealed, secret_id)
    values (${contactId}, 'totp', ${name}, ${now}, ${sealed}, ${secretId}) returning id`,
)

/** Confirms an app and uses up the time step of its first code. */
export const confirmFactor = statement<{ id: number; contactId: number; step: number; now: Date }, { name: string }>(
  'second_factor.confirm',
  ({ id, contactId, step, now }) => sql`
    update factor set confirmed_at = ${now}, last_used_at = ${now}, last_step = ${step}
    where id = ${id} and contact_id = ${contactId} and confirmed_at is null returning name`,
)

/** Deletes a factor of a contact. */
export const deleteFactor = statement<{ id: number; contactId: number }, { kind: string; isConfirmed: boolean }>(
  'second_factor.delete',
  ({ id, contactId }) => sql`
    delete from factor where id = ${id} and contact_id = ${contactId}
    returning kind, confirmed_at is not null as "isConfirmed"`,
)

/** Deletes the recovery codes of a contact; the login code of an administrator stays. */
export const deleteRecoveryCodes = statement<{ contactId: number }>(
  'recovery_code.delete',
  ({ contactId }) => sql`delete from recovery_code where contact_id = ${contactId} and expires_at is null`,
)

export const insertRecoveryCodes = statement<{ contactId: number; hashes: readonly Buffer[]; now: Date }>(
  'recovery_code.insert',
  ({ contactId, hashes, now }) => sql`
    insert into recovery_code (hash, contact_id, created_at)
    select hash, ${contactId}, ${now} from unnest(${hashes}::bytea[]) as hash`,
)

/** Stores a login code of a contact in place of an earlier one. */
export const insertLoginCode = statement<{ contactId: number; hash: Buffer; now: Date; expiresAt: Date }>(
  'recovery_code.insert_login_code',
  ({ contactId, hash, now, expiresAt }) => sql`
    with replaced as (delete from recovery_code where contact_id = ${contactId} and expires_at is not null)
    insert into recovery_code (hash, contact_id, created_at, expires_at)
    values (${hash}, ${contactId}, ${now}, ${expiresAt})`,
)

/** Reads a contact by its number within an account, or by its username for an operator. */
export const findColleague = statement<
  { resellerId: number | null; id: number | null; username: string | null },
  { contactId: number; resellerId: number }
>(
  'second_factor.colleague',
  ({ resellerId, id, username }) => sql`
    select id as "contactId", reseller_id as "resellerId" from contact
    where deleted_at is null and case when ${id}::integer is null then username = ${username}
      else id = ${id} and reseller_id = ${resellerId} end`,
)

/** Reads the people of an account without a second factor who have logged in with their password alone. */
export const findPeopleWithoutFactor = statement<
  { resellerId: number; since: Date },
  { username: string; lastLoginAt: Date }
>(
  'second_factor.people_without',
  ({ resellerId, since }) => sql`
    select username, last_password_login_at as "lastLoginAt" from contact
    where reseller_id = ${resellerId} and deleted_at is null and last_password_login_at > ${since}
      and not exists (select from factor where contact_id = contact.id and confirmed_at is not null)
    order by last_password_login_at desc, id`,
)

/** Switches the demand of an account. Returns nothing when it is so already. */
export const updateDemand = statement<{ resellerId: number; isRequired: boolean }, { id: number }>(
  'second_factor.update_demand',
  ({ resellerId, isRequired }) => sql`
    update reseller set is_second_factor_required = ${isRequired}
    where id = ${resellerId} and is_second_factor_required <> ${isRequired} returning id`,
)

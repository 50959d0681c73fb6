import type { findActors } from '@nameyard/contracts/access/find-actors'
import type { ApprovalDemand, Result, Right } from '@nameyard/contracts/operation'
import type { Role } from '@nameyard/contracts/roles'
import { sql, statement } from '@nameyard/persistence/statement'
import { eventContactColumns, type EventContact } from '../account-events/contact-events'
import type { Contact } from '../contacts/contact.store'

/** What an operator can change of a contact, besides its password. */
export type Rights = Pick<Contact, 'is_active' | 'api_access_enabled' | 'api_allowed_from' | 'api_denied_from'>

/** A contact named by an operator, or an administrator of the same account. */
export type Person = Rights &
  Pick<Contact, 'id' | 'reseller_id' | 'username' | 'email' | 'role' | 'company_name'> & {
    /** Company of the account. */
    readonly account: string
  }

/**
 * Reads a contact and all administrators of its account and locks them, so that concurrent changes cannot remove the last
 * administrator.
 */
export const lockPersonWithAdmins = statement<{ username: string }, Person>(
  'person.lock_with_admins',
  ({ username }) => sql`
    select id, reseller_id, username, email, role, company_name, is_active, api_access_enabled, api_allowed_from,
      api_denied_from, (select company_name from reseller where reseller.id = contact.reseller_id) as account
    from contact
    where deleted_at is null and (username = ${username} or (role = 'admin' and reseller_id = (
      select reseller_id from contact where username = ${username} and deleted_at is null)))
    order by id for no key update`,
)

/** Changes the rights of a contact; without a password hash (null) it keeps its password. */
export const updateRights = statement<
  Rights & { readonly id: number; readonly passwordHash: string | null; readonly now: Date },
  EventContact
>(
  'person.update_rights',
  (given) => sql`
    update contact set is_active = ${given.is_active}, api_access_enabled = ${given.api_access_enabled},
      api_allowed_from = ${given.api_allowed_from}, api_denied_from = ${given.api_denied_from},
      password_hash = coalesce(${given.passwordHash}, password_hash),
      password_changed_at = case when ${given.passwordHash}::text is null then password_changed_at else ${given.now} end
    where id = ${given.id} returning ${eventContactColumns}`,
)

/** Reads which contacts may use the API now, with a stamp that changes with the password. */
export const activeContacts = statement<
  { contactIds: readonly number[]; now: Date },
  { contactId: number; resellerId: number; keyId: number | null; stamp: string; role: Role; enforcesRoles: boolean }
>(
  'person.active-contacts',
  ({ contactIds, now }) => sql`
    select contact.id as "contactId", reseller_id as "resellerId", role, enforces_roles as "enforcesRoles",
      credential.id as "keyId",
      left(encode(sha256(convert_to(password_hash, 'UTF8') || credential.hash), 'hex'), 32) as stamp
    from contact join reseller on reseller.id = contact.reseller_id
    cross join lateral (
      select null::integer as id, ''::bytea as hash
      union all
      select id, hash from api_key where contact_id = contact.id and key_valid(api_key.*, ${now})) as credential
    where contact.id = any(${contactIds}::integer[]) and deleted_at is null and is_active and api_access_enabled
      and password_hash is not null
    order by contact.id, credential.id nulls first`,
)

/** A contact or an API key that may use the API. */
interface CurrentActor {
  readonly contactId: number
  /** Null for the contact itself. */
  readonly keyId: number | null
  readonly resellerId: number
  readonly username: string
  readonly role: Role
  readonly enforcesRoles: boolean
  /** Rights of the key; null for a contact, whom only its role limits. */
  readonly scope: Right[] | null
  readonly isLimited: boolean
  readonly approval: ApprovalDemand | null
  readonly limits: NonNullable<Result<typeof findActors>['actors'][number]['limits']> | null
}

/** Reads which contacts and API keys may use the API now, and what they may do. The two lists belong together. */
export const currentActors = statement<
  { contactIds: readonly number[]; keyIds: readonly (number | null)[]; now: Date },
  CurrentActor
>(
  'person.current-actors',
  ({ contactIds, keyIds, now }) => sql`
    select contact.id as "contactId", key.id as "keyId", contact.reseller_id as "resellerId", contact.username,
      contact.role, reseller.enforces_roles as "enforcesRoles", key.scope,
      key.id is not null and (cardinality(key.allowed_from) > 0 or key.expires_at is not null or key.unused_days > 0
        or key.domains is not null or key.spend_per_day is not null or key.spend_per_month is not null
        or key.approval is not null) as "isLimited", key.approval,
      case when key.domains is not null then jsonb_strip_nulls(jsonb_build_object('domains', key.domains,
        'zones', key.zones, 'recordNames', key.record_names, 'recordTypes', key.record_types)) end as limits
    from (select distinct * from unnest(${contactIds}::integer[], ${keyIds}::integer[])) as asked (contact_id, key_id)
    join contact on contact.id = asked.contact_id and contact.deleted_at is null and contact.is_active
      and contact.api_access_enabled
    join reseller on reseller.id = contact.reseller_id
    left join api_key as key on key.id = asked.key_id and key.contact_id = contact.id and key_valid(key.*, ${now})
    where asked.key_id is null or key.id is not null`,
)

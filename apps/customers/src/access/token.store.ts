import type { authenticate } from '@nameyard/contracts/access/authenticate'
import type { AssistantProfile } from '@nameyard/contracts/assistants/profile-names'
import type { ApprovalDemand, Result, Right } from '@nameyard/contracts/operation'
import type { Role } from '@nameyard/contracts/roles'
import { beganChain } from '@nameyard/outbox/event-chains'
import { changeWithMessages } from '@nameyard/outbox/outbox'
import { raw, sql, statement } from '@nameyard/persistence/statement'
import { eventSessionColumns, type EventSession } from '../account-events/session-events'
import { allowances } from './request-allowance'

/** What the statement of a new token notes if the contact may have one. */
export const HOLDER = 'holder'

/**
 * Stores a token, unless the contact has lost its password or access, or logins were blocked, since the login was checked.
 * The network of the login is remembered, at most once a day, and the failures of the username from this network are
 * forgotten. It also deletes up to 20 outdated networks, so that no timer is needed. Notes {@link HOLDER} if the contact has
 * its password and access still.
 */
export const insertToken = changeWithMessages<{
  hash: Buffer
  contactId: number
  scope: readonly Right[]
  boundTo: string | null
  now: Date
  expiresAt: Date
  subjects: readonly string[]
  /** The subject of the username from this network. */
  pair: string
  network: string
  /** Networks without a login since then are outdated. */
  knownSince: Date
  passwordHash: string
  /** Whether the login proved only the password. */
  isPasswordOnly: boolean
  /** The access of an assistant; null for a login. */
  grantHash: string | null
  clientId: string | null
  clientName: string | null
  profile: AssistantProfile | null
  approval: ApprovalDemand | null
  spendPerDay: number | null
  spendPerMonth: number | null
  /** The event of the login for the audit trail. */
  eventId: string
  event: string
  /** The account event of the session. */
  object: string
  accountEventId: string
  accountEventAt: Date
}>(
  'token.insert',
  (given) => sql`
    -- Waits for a concurrent change of rights or password, because its revocation would not see this token.
    holder as (
      select id from contact
      where id = ${given.contactId} and password_hash = ${given.passwordHash} and api_access_enabled
        and deleted_at is null
      for no key update),
    inserted as (
      insert into token (hash, contact_id, scope, bound_to, created_at, expires_at, grant_hash, client_id,
        client_name, profile, approval, spend_per_day, spend_per_month, assistant_id)
      select ${given.hash}, id, ${given.scope}, unmapped_range(${given.boundTo}::inet), ${given.now}, ${given.expiresAt},
        decode(${given.grantHash}, 'hex'), ${given.clientId}, ${given.clientName}, ${given.profile},
        ${given.approval}, ${given.spendPerDay}::float8, ${given.spendPerMonth}::float8,
        case when ${given.grantHash}::text is not null then nextval(pg_get_serial_sequence('api_key', 'id')) end
      from holder
      where not exists (
        select from login_failure where subject = any(${given.subjects}::text[]) and blocked_until > ${given.now})
      returning contact_id, hash),
    changed as (select left(encode(hash, 'hex'), 12) as id from inserted),
    ${beganChain({ object: given.object, eventId: given.accountEventId, eventAt: given.accountEventAt })},
    remembered as (
      insert into login_network as known (contact_id, network, last_login_at)
      select contact_id, ${given.network}, ${given.now} from inserted
      on conflict (contact_id, network) do update set last_login_at = excluded.last_login_at
        where known.last_login_at < excluded.last_login_at - interval '1 day'),
    outdated as (
      delete from login_network where (contact_id, network) in (
        select contact_id, network from login_network
        where last_login_at < ${given.knownSince} and (contact_id, network) <> (${given.contactId}, ${given.network})
        order by last_login_at limit 20 for update skip locked)),
    cleared as (
      delete from login_failure where subject = ${given.pair} and exists (select from inserted)),
    seen as (
      update contact set last_login_at = ${given.now},
        last_password_login_at = case when ${given.isPasswordOnly}::boolean then ${given.now} else last_password_login_at end
      where id in (select contact_id from inserted)),
    recorded as (
      insert into audit_arrival (event_id, payload) select ${given.eventId}::uuid, ${given.event} from inserted)`,
  sql`select ${raw(`'${HOLDER}'`)} from holder`,
)

/** The contact of a token or API key, and what prevents its use. */
export interface Bearer {
  /** Position of its request in the batch, from 1. */
  readonly position: number
  readonly resellerId: number
  readonly contactId: number
  readonly username: string
  readonly scope: Right[]
  readonly role: Role
  /** Whether the account has switched the table of roles on. */
  readonly enforcesRoles: boolean
  /** Address or range to which a token is bound. */
  readonly boundTo: string | null
  /** Milliseconds until it ends by itself; null: never. */
  readonly lastsMs: number | null
  /** Number of an API key; null for a token. */
  readonly keyId: number | null
  /** Number of the access of an assistant. */
  readonly assistantId: number | null
  /** Whether it is an API key or an assistant with limits. */
  readonly isLimited: boolean
  readonly limits: Result<typeof authenticate>['limits'] | null
  readonly spend: Result<typeof authenticate>['spend'] | null
  readonly approval: ApprovalDemand | null
  /** The profile of an assistant. */
  readonly profile: AssistantProfile | null
  readonly apiAccessEnabled: boolean
  readonly addressAllowed: boolean
  /** Requests that the account can make at once now. */
  readonly remaining: number
  readonly perSecond: number
  readonly burst: number
}

/** What orders of an API key or an assistant may cost, as the statement about it says. */
const spendColumn = raw(`case when spend_per_day is not null or spend_per_month is not null then jsonb_strip_nulls(
            jsonb_build_object('perDay', spend_per_day, 'perMonth', spend_per_month)) end`)

/**
 * Reads the contacts of valid tokens and API keys. The lists of hashes (hexadecimal) and client addresses belong
 * together, as do those of accounts and their requests. The same statement updates the request allowance of these accounts. It may fall below
 * zero by one burst, because gateways report requests after they let them through. `last_api_call_at` and the last
 * uses of a token and of a key are updated once a minute, unless the row is locked, so that no request waits for it.
 */
export const findBearers = statement<
  {
    hashes: readonly string[]
    addresses: readonly string[]
    now: Date
    resellerIds: readonly number[]
    requests: readonly number[]
    perSecond: number
    burst: number
  },
  Bearer
>(
  'token.bearers',
  (given) => sql`
    with bearer as (
      select asked.position::integer, contact.reseller_id, contact.id as contact_id, contact.username, contact.role,
        credential.scope, credential.bound_to::text as bound_to, credential.key_id, credential.assistant_id, credential.token_hash, asked.address,
        credential.is_limited, credential.limits, credential.spend, credential.approval, credential.profile,
        extract(epoch from credential.expires_at - ${given.now}::timestamptz)::float8 * 1000 as lasts_ms,
        contact.api_access_enabled and contact.is_active as api_access_enabled,
        (credential.bound_to is null or asked.address <<= credential.bound_to)
          and (cardinality(credential.allowed_from) = 0 or ranges_cover(credential.allowed_from, asked.address))
          and address_allowed(asked.address, contact.api_allowed_from, contact.api_denied_from) as address_allowed
      from (
        select hash, unmapped_range(address::inet) as address, position
        from unnest(${given.hashes}::text[], ${given.addresses}::text[])
          with ordinality as given (hash, address, position)) as asked
      cross join lateral (
        select contact_id, scope, bound_to, '{}'::text[] as allowed_from, null::integer as key_id, null::integer as assistant_id,
          false as is_limited, null::jsonb as limits, null::jsonb as spend, null::text as approval, null::text as profile, hash as token_hash,
          expires_at
        from token where hash = decode(asked.hash, 'hex') and grant_hash is null and expires_at > ${given.now}
        union all
        select contact_id, scope, bound_to, '{}', null, assistant_id,
          spend_per_day is not null or spend_per_month is not null or approval is not null, null,
          ${spendColumn}, approval, profile, hash, least(expires_at, access_ends_at)
        from token where access_hash = decode(asked.hash, 'hex') and least(expires_at, access_ends_at) > ${given.now}
        union all
        select contact_id, scope, null, allowed_from, id, null,
          cardinality(allowed_from) > 0 or expires_at is not null or unused_days > 0 or domains is not null
            or spend_per_day is not null or spend_per_month is not null or approval is not null,
          case when domains is not null then jsonb_strip_nulls(jsonb_build_object(
            'domains', domains, 'zones', zones, 'recordNames', record_names, 'recordTypes', record_types)) end,
          ${spendColumn}, approval, null, null, expires_at
        from api_key where hash = decode(asked.hash, 'hex') and key_valid(api_key.*, ${given.now})) as credential
      join contact on contact.id = credential.contact_id and contact.deleted_at is null
    ), ${allowances(given, sql`select reseller_id, 0 from bearer`)}, seen as (
      update contact set last_api_call_at = ${given.now} where id in (
        select id from contact
        where id in (select contact_id from bearer where api_access_enabled and address_allowed)
          and (last_api_call_at is null or last_api_call_at < ${given.now}::timestamptz - interval '1 minute')
        for no key update skip locked)
    ), continued as (
      update token set last_used_at = ${given.now} where hash in (
        select hash from token
        where hash in (select token_hash from bearer where token_hash is not null and api_access_enabled and address_allowed)
          and coalesce(last_used_at, created_at) < ${given.now}::timestamptz - interval '1 minute'
        for no key update skip locked)
    ), used as (
      update api_key set last_used_at = ${given.now}, last_used_from = latest.address
      from (select distinct on (key_id) key_id, address from bearer
        where key_id is not null and api_access_enabled and address_allowed) as latest
      where api_key.id = latest.key_id and api_key.id in (
        select id from api_key
        where id in (select key_id from bearer where key_id is not null)
          and (last_used_at is null or last_used_at < ${given.now}::timestamptz - interval '1 minute')
        for no key update skip locked))
    select position, reseller_id as "resellerId", contact_id as "contactId", username, scope,
      role, enforces_roles as "enforcesRoles", bound_to as "boundTo", lasts_ms as "lastsMs", key_id as "keyId", assistant_id as "assistantId",
      is_limited as "isLimited", limits, spend, approval, profile, api_access_enabled as "apiAccessEnabled",
      address_allowed as "addressAllowed", remaining,
      per_second as "perSecond", burst
    from bearer join allowance using (reseller_id) join spent using (reseller_id)`,
)

/** A token of a contact, as shown to operators. */
export interface ListedToken {
  readonly contactId: number
  readonly resellerId: number
  /** Null when the contact has no token. */
  readonly id: string | null
  readonly scope: Right[]
  readonly boundTo: string | null
  readonly createdAt: Date
  readonly expiresAt: Date
}

/** Reads the valid tokens of a contact, newest first; a row without a token when it has none. */
export const findTokens = statement<{ username: string; now: Date }, ListedToken>(
  'token.of_person',
  ({ username, now }) => sql`
    select contact.id as "contactId", contact.reseller_id as "resellerId", left(encode(token.hash, 'hex'), 12) as id,
      token.scope, token.bound_to as "boundTo", token.created_at as "createdAt", token.expires_at as "expiresAt"
    from contact left join token on token.contact_id = contact.id and token.expires_at > ${now}
    where contact.username = ${username} and contact.deleted_at is null order by token.created_at desc`,
)

/** Deletes all tokens of a contact, or the one whose hash starts with the given digits. */
export const removeTokens = statement<{ contactId: number; id: string | null }, EventSession>(
  'token.remove',
  ({ contactId, id }) => sql`
    delete from token where contact_id = ${contactId} and (${id}::text is null or left(encode(hash, 'hex'), 12) = ${id})
    returning ${eventSessionColumns}`,
)

/** A login session of a contact: a valid token. */
export interface Session {
  readonly id: string
  readonly scope: Right[]
  readonly boundTo: string | null
  /** The client of an assistant, its name and its profile; null for a login. */
  readonly clientId: string | null
  readonly clientName: string | null
  readonly profile: AssistantProfile | null
  readonly approval: ApprovalDemand | null
  readonly spendPerDay: number | null
  readonly spendPerMonth: number | null
  readonly createdAt: Date
  readonly expiresAt: Date
  /** At first the login itself. */
  readonly lastUsedAt: Date
}

/** Reads a page of the valid tokens of a contact, newest first, with their number; one row without a token beyond them. */
export const findSessions = statement<
  { contactId: number; now: Date; limit: number; offset: number },
  { readonly total: number } & (Session | { readonly id: null })
>(
  'token.sessions',
  ({ contactId, now, limit, offset }) => sql`
    with valid as (select * from token where contact_id = ${contactId} and expires_at > ${now}),
      page as (select * from valid order by created_at desc, hash limit ${limit}::integer offset ${offset}::integer)
    select (select count(*) from valid)::integer as total, left(encode(page.hash, 'hex'), 12) as id, page.scope,
      page.bound_to as "boundTo", page.client_id as "clientId", page.client_name as "clientName", page.profile,
      page.approval, page.spend_per_day::float8 as "spendPerDay", page.spend_per_month::float8 as "spendPerMonth",
      page.created_at as "createdAt", page.expires_at as "expiresAt",
      coalesce(page.last_used_at, page.created_at) as "lastUsedAt"
    from (values (1)) as always left join page on true order by page.created_at desc, page.hash`,
)

/** Deletes the tokens of a contact except the one whose hash starts with the given digits. */
export const removeOtherTokens = statement<{ contactId: number; id: string | null }, EventSession>(
  'token.remove_others',
  ({ contactId, id }) => sql`
    delete from token where contact_id = ${contactId} and (${id}::text is null or left(encode(hash, 'hex'), 12) <> ${id})
    returning ${eventSessionColumns}`,
)

/** Deletes tokens that have reached their end. Concurrent calls get different tokens. */
export const removeExpired = statement<{ now: Date; limit: number }, EventSession & { resellerId: number }>(
  'token.remove_expired',
  ({ now, limit }) => sql`
    delete from token using contact
    where contact.id = token.contact_id and token.hash in (
      select hash from token where expires_at <= ${now} order by expires_at limit ${limit} for update skip locked)
    returning ${eventSessionColumns}, contact.reseller_id as "resellerId"`,
)

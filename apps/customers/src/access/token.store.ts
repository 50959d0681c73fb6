import { EntitySchema } from 'typeorm'
import type { Effect } from '@nameyard/contracts/operation'
import { statement } from '@nameyard/persistence/statement'

/** A bearer token; the token itself is kept nowhere. */
export interface Token {
  /** SHA-256 of the token. */
  readonly hash: Buffer
  readonly contact_id: number
  readonly scope: readonly Effect[]
  /** The address or CIDR range it works from; null is any. */
  readonly bound_to: string | null
  readonly created_at: Date
  readonly expires_at: Date
}

export const tokenSchema = new EntitySchema<Token>({
  name: 'token',
  columns: {
    hash: { type: 'bytea', primary: true },
    contact_id: { type: 'integer', foreignKey: { target: 'contact', inverseSide: 'id', name: 'token_contact' } },
    scope: { type: 'text', array: true },
    bound_to: { type: 'inet', nullable: true },
    created_at: { type: 'timestamptz' },
    expires_at: { type: 'timestamptz' },
  },
  indices: [
    { name: 'token_contact_id', columns: ['contact_id'] },
    { name: 'token_expires_at', columns: ['expires_at'] },
  ],
})

/**
 * hash, contact, scope, bound address or null, now, expiry, what the login would be blocked by, the password hash that was
 * looked at → whether the contact still has that password and its access, and whether logins were not blocked meanwhile;
 * sweeps out what has expired, so that no timer has to
 */
export const insertToken = statement(
  'token.insert',
  `with expired as (
     delete from token where hash in (
       select hash from token where expires_at < $5 order by expires_at limit 20 for update skip locked)),
   -- Waits for a change of rights or password under way: its revocation could not see this token.
   holder as (
     select id from contact
     where id = $2 and password_hash = $8 and api_access_enabled and deleted_at is null for no key update),
   inserted as (
     insert into token (hash, contact_id, scope, bound_to, created_at, expires_at)
     select $1, id, $3, unmapped_range($4::inet), $5, $6 from holder
     where not exists (select from login_failure where subject = any($7::text[]) and blocked_until > $5)
     returning contact_id),
   seen as (update contact set last_login_at = $5 where id in (select contact_id from inserted))
   select exists (select from holder) as "isHolder", exists (select from inserted) as "isInserted"`,
)

/** Whom a token stands for, and what keeps it from working. */
export interface Bearer {
  /** Place of its question among those asked together, from 1. */
  readonly position: number
  readonly resellerId: number
  readonly contactId: number
  readonly username: string
  readonly scope: Effect[]
  readonly api_access_enabled: boolean
  readonly address_allowed: boolean
  /** Requests the account may make at once now. */
  readonly remaining: number
  readonly perSecond: number
  readonly burst: number
}

/**
 * hashes in hexadecimal, addresses of their clients in the same order, now, accounts and in the same order the
 * requests they made, requests added per second and burst of accounts without a limit of their own → those that are
 * known and alive.
 * Of accounts that are named here the allowance is brought up to date in the same statement; it may fall below zero,
 * by one burst at most, because edges let requests through before they tell of them. Who calls is written down once a
 * minute, unless somebody else is at the row: nobody waits for that.
 */
export const findBearers = statement(
  'token.bearers',
  `with bearer as (
     select asked.position::integer, contact.reseller_id, contact.id as contact_id, contact.username, token.scope,
       contact.api_access_enabled and contact.is_active as api_access_enabled,
       (token.bound_to is null or asked.address <<= token.bound_to)
         and address_allowed(asked.address, contact.api_allowed_from, contact.api_denied_from) as address_allowed
     from (
       select hash, unmapped_range(address::inet) as address, position
       from unnest($1::text[], $2::text[]) with ordinality as given (hash, address, position)) as asked
     join token on token.hash = decode(asked.hash, 'hex') and token.expires_at > $3
     join contact on contact.id = token.contact_id and contact.deleted_at is null
   ), spent as (
     select named.reseller_id, sum(requests)::float8 as requests,
       coalesce(requests_per_second, $6::float8) as per_second, coalesce(requests_burst, $7::float8) as burst
     from (
       select * from unnest($4::integer[], $5::integer[]) as reported (reseller_id, requests)
       union all select reseller_id, 0 from bearer) as named
     join reseller on reseller.id = named.reseller_id
     group by named.reseller_id, requests_per_second, requests_burst order by named.reseller_id
   ), allowance as (
     insert into request_allowance as known (reseller_id, remaining, as_of)
     select reseller_id, greatest(-burst, burst - requests), $3 from spent
     on conflict (reseller_id) do update set
       remaining = (
         select greatest(-burst, least(burst, known.remaining
           + per_second * greatest(0, extract(epoch from excluded.as_of - known.as_of)::float8)) - requests)
         from spent where spent.reseller_id = known.reseller_id),
       as_of = greatest(known.as_of, excluded.as_of)
     returning reseller_id, remaining
   ), seen as (
     update contact set last_api_call_at = $3 where id in (
       select id from contact
       where id in (select contact_id from bearer where api_access_enabled and address_allowed)
         and (last_api_call_at is null or last_api_call_at < $3::timestamptz - interval '1 minute')
       for no key update skip locked))
   select position, reseller_id as "resellerId", contact_id as "contactId", username, scope, api_access_enabled,
     address_allowed, remaining, per_second as "perSecond", burst
   from bearer join allowance using (reseller_id) join spent using (reseller_id)`,
)

/** A token of a person, as its operator may see it. */
export interface ListedToken {
  readonly contact_id: number
  readonly reseller_id: number
  /** Null where the person has no token. */
  readonly id: string | null
  readonly scope: Effect[]
  readonly bound_to: string | null
  readonly created_at: Date
  readonly expires_at: Date
}

/** username, now → one row for each token that is alive, newest first; one without a token where there is none */
export const findTokens = statement(
  'token.of_person',
  `select contact.id as contact_id, contact.reseller_id, left(encode(token.hash, 'hex'), 12) as id, token.scope,
     token.bound_to, token.created_at, token.expires_at
   from contact left join token on token.contact_id = contact.id and token.expires_at > $2
   where contact.username = $1 and contact.deleted_at is null order by token.created_at desc`,
)

/** contact, first digits of a hash or null for all → the tokens taken away */
export const removeTokens = statement(
  'token.remove',
  `delete from token where contact_id = $1 and ($2::text is null or left(encode(hash, 'hex'), 12) = $2)
   returning left(encode(hash, 'hex'), 12) as id`,
)

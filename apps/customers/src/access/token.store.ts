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

/** hash, contact, scope, bound address or null, now, expiry; sweeps out what has expired, so that no timer has to */
export const insertToken = statement(
  'token.insert',
  `with expired as (
     delete from token where hash in (
       select hash from token where expires_at < $5 order by expires_at limit 20 for update skip locked))
   insert into token (hash, contact_id, scope, bound_to, created_at, expires_at) values ($1, $2, $3, $4, $5, $6)`,
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
}

/** hashes in hexadecimal, addresses of their clients in the same order, now → those that are known and alive */
export const findBearers = statement(
  'token.bearers',
  `select asked.position::integer, contact.reseller_id as "resellerId", contact.id as "contactId",
     contact.username, token.scope, contact.api_access_enabled,
     token.bound_to is null or asked.address::inet <<= token.bound_to as address_allowed
   from unnest($1::text[], $2::text[]) with ordinality as asked (hash, address, position)
   join token on token.hash = decode(asked.hash, 'hex') and token.expires_at > $3
   join contact on contact.id = token.contact_id and contact.deleted_at is null`,
)

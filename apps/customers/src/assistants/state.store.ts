import type { findState } from '@nameyard/contracts/assistants/find-state'
import type { Input, Right } from '@nameyard/contracts/operation'
import { sql, statement } from '@nameyard/persistence/statement'
import { eventSessionColumns, type EventSession } from '../account-events/session-events'

/** Names an object; its hash in hexadecimal. */
type StateName = Input<typeof findState>

/** Stores an object, unless its grant has ended. */
export const upsertState = statement<
  StateName & { grant: string | null; payload: string; now: Date; expiresAt: Date },
  { isSaved: boolean }
>(
  'oauth_state.upsert',
  ({ kind, hash, grant, payload, now, expiresAt }) => sql`
    insert into oauth_state (kind, hash, grant_hash, payload, expires_at)
    select ${kind}, decode(${hash}, 'hex'), decode(${grant}, 'hex'), ${payload}, ${expiresAt}
    where ${grant}::text is null
      or exists (select from token where grant_hash = decode(${grant}, 'hex') and expires_at > ${now})
    on conflict (kind, hash) do update set payload = excluded.payload, expires_at = excluded.expires_at
    returning true as "isSaved"`,
)

/**
 * Gives the access of an assistant a new access token, in place of the one before, unless the access has ended or its
 * person may not use the API any more.
 */
export const renewAccess = statement<
  { hash: string; grant: string; scope: readonly Right[]; now: Date; expiresAt: Date; grantEndsAt: Date },
  { isRenewed: boolean }
>(
  'token.renew_access',
  ({ hash, grant, scope, now, expiresAt, grantEndsAt }) => sql`
    update token set access_hash = decode(${hash}, 'hex'), scope = ${scope}, access_ends_at = ${expiresAt},
      expires_at = ${grantEndsAt}
    where grant_hash = decode(${grant}, 'hex') and expires_at > ${now}
      and exists (
        select from contact
        where contact.id = contact_id and api_access_enabled and is_active and deleted_at is null)
    returning true as "isRenewed"`,
)

/**
 * Reads an object that has not expired. One of a grant counts only while the access of the assistant lasts and its person may
 * use the API, and an access token only while it is the newest one.
 */
export const readState = statement<StateName & { now: Date }, { payload: string; isConsumed: boolean }>(
  'oauth_state.find',
  ({ kind, hash, now }) => sql`
    select payload, consumed_at is not null as "isConsumed" from oauth_state
    where kind = ${kind} and hash = decode(${hash}, 'hex') and expires_at > ${now}
      and (grant_hash is null or exists (
        select from token join contact on contact.id = token.contact_id
        where token.grant_hash = oauth_state.grant_hash and token.expires_at > ${now}
          and (kind <> 'AccessToken' or token.access_hash = oauth_state.hash)
          and api_access_enabled and is_active and deleted_at is null))`,
)

/** Marks an object as used; returns nothing if it was. */
export const useState = statement<StateName & { now: Date }, { isUsed: boolean }>(
  'oauth_state.use',
  ({ kind, hash, now }) => sql`
    update oauth_state set consumed_at = ${now}
    where kind = ${kind} and hash = decode(${hash}, 'hex') and consumed_at is null
    returning true as "isUsed"`,
)

export const deleteState = statement<StateName>(
  'oauth_state.delete',
  ({ kind, hash }) => sql`delete from oauth_state where kind = ${kind} and hash = decode(${hash}, 'hex')`,
)

/** Ends the access of an assistant and deletes what belongs to it. Returns the session. */
export const deleteGrant = statement<{ grant: string }, EventSession & { resellerId: number; clientId: string }>(
  'oauth_state.delete_grant',
  ({ grant }) => sql`
    with state as (delete from oauth_state where grant_hash = decode(${grant}, 'hex'))
    delete from token using contact
    where token.grant_hash = decode(${grant}, 'hex') and contact.id = token.contact_id
    returning ${eventSessionColumns}, contact.reseller_id as "resellerId", token.client_id as "clientId"`,
)

import type { ClientBase } from 'pg'
import { sql, statement } from '@nameyard/persistence/statement'
import { read, write } from '../database/query'
import type { DeletedState } from '../model/domain-status'

/** A domain that was deleted and is not purged. */
export interface Deletion {
  readonly state: DeletedState
  readonly until: Date
  /** The end of the redemption period. */
  readonly redemptionUntil: Date
  /** The transaction identifiers of the delete that was answered 1001. */
  readonly clTRID: string | null
  readonly svTRID: string
}

interface NewSponsor {
  readonly domain: string
  readonly sponsor: string
  readonly at: Date
  readonly expiresAt: Date
}

const PUT_EXPIRY = statement<{ domain: string; expiresAt: Date }>(
  'sandbox.put-expiry',
  ({ domain, expiresAt }) => sql`update sandbox_registry.domain set expires_at = ${expiresAt} where name = ${domain}`,
)

const PUT_STATUSES = statement<{ readonly domain: string; readonly statuses: readonly string[] }>(
  'sandbox.put-statuses',
  ({ domain, statuses }) => sql`update sandbox_registry.domain set statuses = ${statuses} where name = ${domain}`,
)

const FIND_DELETION = statement<{ domain: string }, Deletion>(
  'sandbox.find-deletion',
  ({ domain }) => sql`
    select rgp as state, rgp_until as until, redemption_until as "redemptionUntil", deleted_cltrid as "clTRID",
      deleted_svtrid as "svTRID"
    from sandbox_registry.domain where name = ${domain} and rgp is not null`,
)

const PUT_DELETION = statement<Deletion & { readonly domain: string }>(
  'sandbox.put-deletion',
  ({ domain, state, until, redemptionUntil, clTRID, svTRID }) => sql`
    update sandbox_registry.domain set rgp = ${state}, rgp_until = ${until}, redemption_until = ${redemptionUntil},
      deleted_cltrid = ${clTRID}, deleted_svtrid = ${svTRID}
    where name = ${domain}`,
)

const END_DELETION = statement<{ domain: string }>(
  'sandbox.end-deletion',
  ({ domain }) => sql`
    update sandbox_registry.domain set rgp = null, rgp_until = null, redemption_until = null, deleted_cltrid = null,
      deleted_svtrid = null
    where name = ${domain}`,
)

const DELETE_DELEGATIONS = statement<{ domain: string }>(
  'sandbox.delete-delegations-below',
  ({ domain }) => sql`
    delete from sandbox_registry.domain_host
    where host in (select name from sandbox_registry.host where superordinate = ${domain})`,
)

const DELETE_HOSTS = statement<{ domain: string }>(
  'sandbox.delete-hosts-below',
  ({ domain }) => sql`delete from sandbox_registry.host where superordinate = ${domain}`,
)

const DELETE_DOMAIN = statement<{ domain: string }>(
  'sandbox.delete-domain',
  ({ domain }) => sql`delete from sandbox_registry.domain where name = ${domain}`,
)

const FIND_HOST_IN_USE = statement<{ domain: string }, { host: string }>(
  'sandbox.find-host-in-use',
  ({ domain }) => sql`
    select h.name as host from sandbox_registry.host h join sandbox_registry.domain_host dh on dh.host = h.name
    where h.superordinate = ${domain} and dh.domain <> ${domain} order by h.name limit 1`,
)

const CHANGE_SPONSOR = statement<NewSponsor>(
  'sandbox.change-sponsor',
  ({ domain, sponsor, at, expiresAt }) => sql`
    update sandbox_registry.domain set sponsor = ${sponsor}, transferred_at = ${at}, expires_at = ${expiresAt},
      auth_info = null
    where name = ${domain}`,
)

const CHANGE_SPONSOR_OF_HOSTS = statement<{ domain: string; sponsor: string }>(
  'sandbox.change-sponsor-of-hosts',
  ({ domain, sponsor }) => sql`
    update sandbox_registry.host set sponsor = ${sponsor} where superordinate = ${domain}`,
)

const PUT_AUTH_INFO = statement<{ readonly name: string; readonly authInfo: string }>(
  'sandbox.put-auth-info',
  ({ name, authInfo }) => sql`update sandbox_registry.domain set auth_info = ${authInfo} where name = ${name}`,
)

export async function putExpiry(db: ClientBase, domain: string, expiresAt: Date): Promise<void> {
  await write(db, PUT_EXPIRY, { domain, expiresAt })
}

export async function putStatuses(db: ClientBase, domain: string, statuses: readonly string[]): Promise<void> {
  await write(db, PUT_STATUSES, { domain, statuses })
}

/** Returns the deletion of a domain; undefined when it is not deleted. The caller has locked the domain. */
export async function findDeletion(db: ClientBase, domain: string): Promise<Deletion | undefined> {
  const [deletion] = await read(db, FIND_DELETION, { domain })
  return deletion
}

export async function putDeletion(db: ClientBase, domain: string, deletion: Deletion): Promise<void> {
  await write(db, PUT_DELETION, { ...deletion, domain })
}

/** Restores a deleted domain. */
export async function endDeletion(db: ClientBase, domain: string): Promise<void> {
  await write(db, END_DELETION, { domain })
}

/** Purges a domain: the name is free. Also deletes the hosts inside it, even when other domains are delegated to them. */
export async function purgeDomain(db: ClientBase, domain: string): Promise<void> {
  await write(db, DELETE_DELEGATIONS, { domain })
  await write(db, DELETE_HOSTS, { domain })
  await write(db, DELETE_DOMAIN, { domain })
}

/** Returns a host inside the domain that another domain is delegated to, if there is one. */
export async function findHostInUse(db: ClientBase, domain: string): Promise<string | undefined> {
  const [row] = await read(db, FIND_HOST_IN_USE, { domain })
  return row?.host
}

/**
 * Moves a domain and the hosts inside it to another registrar. Clears the authInfo: it is used up until the new sponsor
 * sets one (RFC 9154 section 4.3).
 */
export async function changeSponsor(db: ClientBase, change: NewSponsor): Promise<void> {
  await write(db, CHANGE_SPONSOR, change)
  await write(db, CHANGE_SPONSOR_OF_HOSTS, change)
}

/** Replaces the code of a domain, where the registry makes codes. */
export async function putAuthInfo(db: ClientBase, name: string, authInfo: string): Promise<void> {
  await write(db, PUT_AUTH_INFO, { name, authInfo })
}

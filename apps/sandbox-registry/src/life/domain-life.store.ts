import type { ClientBase } from 'pg'
import type { DeletedState } from '../model/domain-status'

export async function moveExpiry(db: ClientBase, domain: string, expiresAt: Date): Promise<void> {
  await db.query('update sandbox_registry.domain set expires_at = $2 where name = $1', [domain, expiresAt])
}

export async function putStatuses(db: ClientBase, domain: string, statuses: readonly string[]): Promise<void> {
  await db.query('update sandbox_registry.domain set statuses = $2 where name = $1', [domain, statuses])
}

/** A domain that was deleted and not yet purged. */
export interface Deletion {
  readonly state: DeletedState
  readonly until: Date
  /** The end of the redemption period. */
  readonly redemptionUntil: Date
  /** The delete that was answered 1001. */
  readonly clTRID: string | null
  readonly svTRID: string
}

/** Where a domain is on its way out. Locked by whoever asks. */
export async function findDeletion(db: ClientBase, domain: string): Promise<Deletion | undefined> {
  const { rows } = await db.query<Deletion>(
    `select rgp as state, rgp_until as until, redemption_until as "redemptionUntil", deleted_cltrid as "clTRID",
       deleted_svtrid as "svTRID"
     from sandbox_registry.domain where name = $1 and rgp is not null`,
    [domain],
  )
  return rows[0]
}

export async function putDeletion(db: ClientBase, domain: string, deletion: Deletion): Promise<void> {
  await db.query(
    `update sandbox_registry.domain set rgp = $2, rgp_until = $3, redemption_until = $4, deleted_cltrid = $5,
       deleted_svtrid = $6 where name = $1`,
    [domain, deletion.state, deletion.until, deletion.redemptionUntil, deletion.clTRID, deletion.svTRID],
  )
}

/** Makes a domain what it was before its delete. */
export async function endDeletion(db: ClientBase, domain: string): Promise<void> {
  await db.query(
    `update sandbox_registry.domain set rgp = null, rgp_until = null, redemption_until = null, deleted_cltrid = null,
       deleted_svtrid = null where name = $1`,
    [domain],
  )
}

/** Frees the name. The hosts inside it go as well, also where other domains are delegated to them. */
export async function purgeDomain(db: ClientBase, domain: string): Promise<void> {
  await db.query(
    `delete from sandbox_registry.domain_host
     where host in (select name from sandbox_registry.host where superordinate = $1)`,
    [domain],
  )
  await db.query('delete from sandbox_registry.host where superordinate = $1', [domain])
  await db.query('delete from sandbox_registry.domain where name = $1', [domain])
}

/** A host inside the domain that other domains are delegated to, if there is one. */
export async function findHostInUse(db: ClientBase, domain: string): Promise<string | undefined> {
  const { rows } = await db.query<{ host: string }>(
    `select h.name as host from sandbox_registry.host h join sandbox_registry.domain_host dh on dh.host = h.name
     where h.superordinate = $1 and dh.domain <> $1 order by h.name limit 1`,
    [domain],
  )
  return rows[0]?.host
}

/**
 * Moves a domain and the hosts inside it to another registrar. The authInfo has served: nobody knows a code until the
 * new sponsor sets one (RFC 9154 section 4.3).
 */
export async function changeSponsor(
  db: ClientBase,
  { domain, sponsor, at, expiresAt }: { domain: string; sponsor: string; at: Date; expiresAt: Date },
): Promise<void> {
  await db.query(
    `update sandbox_registry.domain set sponsor = $2, transferred_at = $3, expires_at = $4, auth_info = null
     where name = $1`,
    [domain, sponsor, at, expiresAt],
  )
  await db.query('update sandbox_registry.host set sponsor = $2 where superordinate = $1', [domain, sponsor])
}

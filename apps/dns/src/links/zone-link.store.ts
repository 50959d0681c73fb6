import type { openZoneLink } from '@nameyard/contracts/dns/open-zone-link'
import type { Result } from '@nameyard/contracts/operation'
import { raw, sql, statement } from '@nameyard/persistence/statement'
import { personOf } from '../versions/version.store'
import { wireDate } from '../wire-date'

/**
 * Inserts a link and deletes expired links of all accounts. Returns no row when the account has no such zone. `contactId`
 * is the contact who creates the link.
 */
export const insertZoneLink = statement<{
  hash: Buffer
  resellerId: number
  name: string
  contactId: number
  username: string
  stamp: string
  now: Date
  expiresAt: Date
}>(
  'dns.insert-zone-link',
  (given) => sql`
    with expired as (delete from zone_link where expires_at <= ${given.now})
    insert into zone_link (hash, zone_id, contact_id, username, maker_stamp, created_at, expires_at)
    select ${given.hash}, id, ${given.contactId}, ${given.username}, ${given.stamp}, ${given.now}, ${given.expiresAt}
    from zone
    where reseller_id = ${given.resellerId} and name = ${given.name} and deleted_at is null
    returning zone_id`,
)

/** A link that has not expired. */
export const readZoneLink = statement<{ hash: Buffer; now: Date }, ZoneLink>(
  'dns.read-zone-link',
  (given) => sql`
    select z.id as "zoneId", z.name, z.reseller_id as "resellerId", l.contact_id as "contactId", l.username,
      l.maker_stamp as "makerStamp", l.expires_at as "expiresAt"
    from zone_link l join zone z on z.id = l.zone_id
    where l.hash = ${given.hash} and l.expires_at > ${given.now} and z.deleted_at is null`,
)

/** Number of versions that the page of a link shows. */
const VERSIONS_SHOWN = raw('11')

type Version = Result<typeof openZoneLink>['versions'][number]

/** The latest versions of a zone, newest first. */
export const readVersionsOfZone = statement<{ zoneId: number }, Version>(
  'dns.read-versions-of-zone',
  ({ zoneId }) => sql`
    select c.version::float8, ${wireDate(sql`c.changed_at`)} as date, ${personOf} as who, c.source,
      c.added_count as added, c.removed_count as removed
    from zone_change c join zone o on o.id = c.zone_id
    where c.zone_id = ${zoneId} order by c.version desc limit ${VERSIONS_SHOWN}`,
)

/** Returns a row when the zone has had the version. */
export const readVersionOfZone = statement<{ zoneId: number; version: number }>(
  'dns.read-version-of-zone',
  ({ zoneId, version }) =>
    sql`select version::float8 from zone_change where zone_id = ${zoneId} and version = ${version}`,
)

/** A valid link, the zone that it opens, and the contact who created it. */
export interface ZoneLink {
  readonly zoneId: number
  readonly name: string
  readonly resellerId: number
  readonly contactId: number
  readonly username: string
  /** Null for a link from before this was stored. */
  readonly makerStamp: string | null
  readonly expiresAt: Date
}

/** The contacts who made links of an account that have not expired. */
export const findLinkMakers = statement<{ resellerId: number; now: Date }, { contactId: number }>(
  'dns.link-makers',
  ({ resellerId, now }) => sql`
    select distinct l.contact_id as "contactId" from zone z join zone_link l on l.zone_id = z.id
    where z.reseller_id = ${resellerId} and z.deleted_at is null and l.expires_at > ${now}`,
)

/** A link as the account sees it. */
interface ListedLink {
  readonly id: string
  readonly domain: string
  readonly username: string
  readonly createdAt: Date
  readonly expiresAt: Date
}

/**
 * Reads a page of the links of an account, newest first, with their number; one row without a link beyond them. The lists
 * of contacts and stamps belong together: links of other makers do not work.
 */
export const findZoneLinks = statement<
  {
    resellerId: number
    now: Date
    contactIds: readonly number[]
    stamps: readonly string[]
    limit: number
    offset: number
  },
  { readonly total: number } & (ListedLink | { [Field in keyof ListedLink]: null })
>(
  'dns.zone-links',
  (given) => sql`
    with working as (
      select distinct l.hash, z.name, l.username, l.created_at, l.expires_at
      from zone z join zone_link l on l.zone_id = z.id
      join unnest(${given.contactIds}::integer[], ${given.stamps}::text[]) as maker (contact_id, stamp)
        on maker.contact_id = l.contact_id and maker.stamp = coalesce(l.maker_stamp, maker.stamp)
      where z.reseller_id = ${given.resellerId} and z.deleted_at is null and l.expires_at > ${given.now}
    ), page as (
      select * from working order by created_at desc, hash limit ${given.limit}::integer offset ${given.offset}::integer)
    select (select count(*) from working)::integer as total, left(encode(page.hash, 'hex'), 12) as id,
      page.name as domain, page.username, page.created_at as "createdAt", page.expires_at as "expiresAt"
    from (values (1)) as always left join page on true order by page.created_at desc, page.hash`,
)

/** Deletes a link of an account by the first digits of its hash. */
export const removeZoneLink = statement<{ resellerId: number; id: string }>(
  'dns.remove-zone-link',
  ({ resellerId, id }) => sql`
    delete from zone_link l using zone z
    where l.zone_id = z.id and z.reseller_id = ${resellerId} and left(encode(l.hash, 'hex'), 12) = ${id}
    returning l.zone_id`,
)

/** Deletes a link that has ended before its expiry. */
export const removeEndedLink = statement<{ hash: Buffer }>(
  'dns.remove-ended-link',
  ({ hash }) => sql`delete from zone_link where hash = ${hash}`,
)

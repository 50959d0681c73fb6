import { statement } from '@nameyard/persistence/statement'
import { wireDate } from '../zones/wire-date'

/**
 * `$1` hash of the link, `$2` account, `$3` apex, `$4` contact person, `$5` username, `$6` now, `$7` its end. Nothing comes
 * back where the account has no such zone. Links whose time is over go at the same time.
 */
export const insertZoneLink = statement(
  'dns.insert-zone-link',
  `with over as (delete from zone_link where expires_at <= $6)
   insert into zone_link (hash, zone_id, contact_id, username, created_at, expires_at)
   select $1, id, $4, $5, $6, $7 from zone where reseller_id = $2 and name = $3 and deleted_at is null
   returning zone_id`,
)

/** `$1` hash of the link, `$2` now. */
export const readZoneLink = statement(
  'dns.read-zone-link',
  `select z.id as "zoneId", z.name, z.reseller_id as "resellerId", l.contact_id as "contactId", l.username,
     l.expires_at as "expiresAt"
   from zone_link l join zone z on z.id = l.zone_id
   where l.hash = $1 and l.expires_at > $2 and z.deleted_at is null`,
)

/** Versions that the page behind a link offers to go back to. */
const VERSIONS_SHOWN = 11

/** `$1` zone: its latest versions, newest first. */
export const readVersionsOfZone = statement(
  'dns.read-versions-of-zone',
  `select version::float8, ${wireDate('changed_at')} as date, coalesce(username, '') as who, source,
     added_count as added, removed_count as removed
   from zone_change where zone_id = $1 order by version desc limit ${VERSIONS_SHOWN}`,
)

/** `$1` zone, `$2` version; a row where the zone has had it. */
export const readVersionOfZone = statement(
  'dns.read-version-of-zone',
  'select version::float8 from zone_change where zone_id = $1 and version = $2',
)

/** A link that is good, the zone it opens, and who made it. */
export interface ZoneLink {
  readonly zoneId: number
  readonly name: string
  readonly resellerId: number
  readonly contactId: number
  readonly username: string
  readonly expiresAt: Date
}

import { raw, sql, statement, type Sql } from '@nameyard/persistence/statement'
import { decodeRecords } from '@nameyard/zone/wire-record'
import type { ZoneRecord } from '@nameyard/zone/zone-record'
import type { ChangeSet } from '../records/model/difference'
import { wireDate } from '../wire-date'

/** The person who made a change `c` of a zone `o`. A history names no person of an account that had the zone before. */
export const personOf = sql`case when c.version > o.moved_version then coalesce(c.username, '') else '' end`

/** A row of `zone_change` as JSON, which has no binary values. */
const changeObject = sql`json_build_object('version', c.version, 'date', ${wireDate(sql`c.changed_at`)},
  'who', ${personOf}, 'source', c.source, 'removed', encode(c.removed, 'base64'),
  'added', encode(c.added, 'base64'))`

/** Changes of every zone that an account has had under a name. A deletion is one of them. */
const changesOf = ({ resellerId, name }: { readonly resellerId: unknown; readonly name: unknown }): Sql =>
  sql`zone_change c join zone o on o.id = c.zone_id where o.reseller_id = ${resellerId} and o.name = ${name}`

/** Maximum number of records in a history. */
export const LONGEST_HISTORY = 100
const longest = raw(String(LONGEST_HISTORY))

/** The latest changes of a zone `z`, newest first: as many as contain {@link LONGEST_HISTORY} records, and one more. */
export const latestChanges = sql`(select json_agg(change order by version desc) from (
    select c.version, ${changeObject} as change,
      sum(c.removed_count + c.added_count) over (order by c.version desc) - c.removed_count - c.added_count as newer
    from ${changesOf({ resellerId: sql`z.reseller_id`, name: sql`z.name` })}
    order by c.version desc limit ${longest}) latest
  where newer < ${longest})`

/** A change as JSON. */
export interface StoredChange {
  readonly version: number
  readonly date: string
  readonly who: string
  readonly source: string
  readonly removed: string
  readonly added: string
}

interface ListedVersion {
  readonly version: number
  readonly date: string
  readonly who: string
  readonly source: string
  readonly added: number
  readonly removed: number
}

/** A page of versions. `zones` is 0 when the account never had a zone of the name. */
export const listVersions = statement<
  { resellerId: number; name: string; limit: number; offset: number },
  { total: number; zones: number; results: ListedVersion[] }
>(
  'dns.list-versions',
  (given) => sql`
    select (select count(*)::integer from ${changesOf(given)}) as total,
      (select count(*)::integer from zone where reseller_id = ${given.resellerId} and name = ${given.name}) as zones,
      coalesce((select json_agg(page) from (
        select c.version, ${wireDate(sql`c.changed_at`)} as date, ${personOf} as who, c.source,
          c.added_count as added, c.removed_count as removed
        from ${changesOf(given)}
        order by c.version desc limit ${given.limit} offset ${given.offset}) page), '[]') as results`,
)

interface RecordText extends Omit<ZoneRecord, 'rdata'> {
  /** Base64. */
  readonly rdata: string
}

/** The records of a zone now, and its changes since a version, newest first. */
export interface Since {
  readonly zones: number
  readonly records: readonly RecordText[]
  readonly changes: readonly StoredChange[]
}

export const readSince = statement<{ resellerId: number; name: string; version: number }, Since>(
  'dns.read-since',
  (given) => sql`
    select (select count(*)::integer from zone
        where reseller_id = ${given.resellerId} and name = ${given.name}) as zones,
      coalesce((select json_agg(json_build_object('owner', r.owner, 'type', r.type, 'ttl', r.ttl,
          'rdata', encode(r.rdata, 'base64')) order by r.id)
        from record r join zone z on z.id = r.zone_id
        where z.reseller_id = ${given.resellerId} and z.name = ${given.name} and z.deleted_at is null),
        '[]') as records,
      coalesce((select json_agg(${changeObject} order by c.version desc)
        from ${changesOf(given)} and c.version >= ${given.version}), '[]') as changes`,
)

export function recordOf({ rdata, ...record }: RecordText): ZoneRecord {
  return { ...record, rdata: Buffer.from(rdata, 'base64') }
}

/** The records that a stored change removed and added. */
export function changeSetIn({ removed, added }: StoredChange): ChangeSet {
  return { removed: decodeRecords(Buffer.from(removed, 'base64')), added: decodeRecords(Buffer.from(added, 'base64')) }
}

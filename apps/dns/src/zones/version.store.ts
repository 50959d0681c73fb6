import { statement } from '@nameyard/persistence/statement'
import { decodeRecords } from '@nameyard/zone/wire-record'
import type { ZoneRecord } from '@nameyard/zone/zone-record'
import type { Exchange } from './model/steps'
import { wireDate } from './wire-date'

/** A row of `zone_change` in JSON, which has no octets. */
const changeObject = `json_build_object('version', c.version, 'date', ${wireDate('c.changed_at')},
  'who', coalesce(c.username, ''), 'source', c.source, 'removed', encode(c.removed, 'base64'),
  'added', encode(c.added, 'base64'))`

/** Changes of every zone that an account has had under a name: a deletion is one of them. */
const changesOf = (resellerId: string, name: string) => `zone_change c join zone o on o.id = c.zone_id
  where o.reseller_id = ${resellerId} and o.name = ${name}`

/** Most records of a history. */
export const LONGEST_HISTORY = 100

/** The latest changes of a zone `z`, newest first: as many as hold {@link LONGEST_HISTORY} records, and one more. */
export const latestChanges = `(select json_agg(change order by version desc) from (
    select c.version, ${changeObject} as change,
      sum(c.removed_count + c.added_count) over (order by c.version desc) - c.removed_count - c.added_count as newer
    from ${changesOf('z.reseller_id', 'z.name')} order by c.version desc limit ${LONGEST_HISTORY}) latest
  where newer < ${LONGEST_HISTORY})`

/** A change as {@link changeObject} has it. */
export interface StoredChange {
  readonly version: number
  readonly date: string
  readonly who: string
  readonly source: string
  readonly removed: string
  readonly added: string
}

/** `$1` account, `$2` apex, `$3` limit, `$4` offset; a total of 0 says that there was no such zone. */
export const listVersions = statement(
  'dns.list-versions',
  `select (select count(*)::integer from ${changesOf('$1', '$2')}) as total,
     (select count(*) from zone where reseller_id = $1 and name = $2) as zones,
     coalesce((select json_agg(page) from (
       select c.version, ${wireDate('c.changed_at')} as date, coalesce(c.username, '') as who, c.source,
         c.added_count as added, c.removed_count as removed
       from ${changesOf('$1', '$2')} order by c.version desc limit $3 offset $4) page), '[]') as results`,
)

/** `$1` account, `$2` apex, `$3` version: what the zone says now, and all changes since that version, newest first. */
export const readSince = statement(
  'dns.read-since',
  `select (select count(*)::integer from zone where reseller_id = $1 and name = $2) as zones,
     coalesce((select json_agg(json_build_object('owner', r.owner, 'type', r.type, 'ttl', r.ttl,
         'rdata', encode(r.rdata, 'base64')) order by r.id)
       from record r join zone z on z.id = r.zone_id
       where z.reseller_id = $1 and z.name = $2 and z.deleted_at is null), '[]') as records,
     coalesce((select json_agg(${changeObject} order by c.version desc)
       from ${changesOf('$1', '$2')} and c.version >= $3), '[]') as changes`,
)

interface StoredRecordText extends Omit<ZoneRecord, 'rdata'> {
  readonly rdata: string
}

/** A row of {@link readSince}. */
export interface Since {
  readonly zones: number
  readonly records: readonly StoredRecordText[]
  readonly changes: readonly StoredChange[]
}

export function recordOf({ rdata, ...record }: StoredRecordText): ZoneRecord {
  return { ...record, rdata: Buffer.from(rdata, 'base64') }
}

/** The records that a stored change took out and put in. */
export function exchangeIn({ removed, added }: StoredChange): Exchange {
  return { removed: decodeRecords(Buffer.from(removed, 'base64')), added: decodeRecords(Buffer.from(added, 'base64')) }
}

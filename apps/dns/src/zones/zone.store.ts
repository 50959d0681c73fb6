import type { Call } from '@nameyard/contracts/operation'
import { statement } from '@nameyard/persistence/statement'
import { encodeRecords } from '@nameyard/zone/wire-record'
import { presentRecord, type ZoneRecord } from '@nameyard/zone/zone-record'
import type { Exchange } from './model/steps'

/** A record with the row it is stored in. */
export interface StoredRecord extends ZoneRecord {
  readonly id: string
}

/** A change waits this long for its command before the sweep takes it up. */
const COMMAND_SECONDS = 10

/** When the sweep takes up a change that is made now. */
const nextAttempt = (now: string) => `${now}::timestamptz + interval '${COMMAND_SECONDS} seconds'`

/** A new version of a zone that breaks the publisher is tried this long after it was made: every attempt may end it. */
const BREAKING_SECONDS = 60

/** What a version that is made now sets in its zone: the first that name servers do not have tells since when. */
export const newVersion = (now: string) =>
  `version = version + 1, behind_since = coalesce(behind_since, ${now}), attempts = 0, next_attempt_at = case
     when breaks > 1 then least(next_attempt_at, ${now}::timestamptz + interval '${BREAKING_SECONDS} seconds')
     else ${nextAttempt(now)} end`

/** `$1` the part of the name that zones above and below share. Zones of one such name are made one after the other. */
export const lockFamily = statement('dns.lock-family', 'select pg_advisory_xact_lock(hashtextextended($1, 805))')

/** `$1` the name and all above it, `$2` pattern of the reversed names below: live zones that stand in the way. */
export const relatives = statement(
  'dns.relatives',
  `select name, reseller_id as "resellerId" from zone
   where deleted_at is null and (name = any($1::text[]) or reverse(name) like $2)`,
)

/** Notes a change of the zone `from`; `$first` and the parameters behind it are {@link changeColumns}. */
function noted(from: string, now: string, first: number): string {
  const values = changeFields.map((_, at) => `$${first + at}`)
  return `noted as (
     insert into zone_change (zone_id, version, changed_at, ${changeFields.join(', ')})
     select id, version, ${now}::timestamptz, ${values.join(', ')} from ${from})`
}

/** What the platform does to zones by itself, as their history names it. */
export type PlatformSource = 'platform.repair' | 'platform.unsign'

/** Notes a version that the platform made by itself and with the same records; `from` has the zone's id and version. */
export function notedByPlatform(source: PlatformSource, from: string, now: string): string {
  return `noted as (
     insert into zone_change (zone_id, version, changed_at, source, removed, added, removed_count, added_count)
     select id, version, ${now}::timestamptz, '${source}', '', '', 0, 0 from ${from} on conflict do nothing)`
}

/** Columns of `zone_change` that {@link changeColumns} fills. */
export const changeFields = ['contact_id', 'username', 'source', 'removed', 'added', 'removed_count', 'added_count']

/**
 * `$1` account, `$2` apex, `$3` now, then the columns of the records and of the change. The version goes on from a
 * deleted zone of the same name.
 */
export const insertZone = statement(
  'dns.insert-zone',
  `with made as (
     insert into zone (reseller_id, name, type, provider, version, published_version, attempts, next_attempt_at,
       behind_since, created_at, updated_at)
     select $1, $2, 'master', 'openprovider', coalesce(max(version), 0) + 1, 0, 0, ${nextAttempt('$3')}, $3, $3, $3
     from zone where name = $2
     returning id, version),
   stored as (
     insert into record (zone_id, owner, type, ttl, prio, value, rdata, created_at, updated_at)
     select made.id, r.owner, r.type, r.ttl, r.prio, r.value, r.rdata, $3, $3
     from made, unnest($4::text[], $5::text[], $6::integer[], $7::integer[], $8::text[], $9::bytea[])
       as r (owner, type, ttl, prio, value, rdata)),
   ${noted('made', '$3', 10)}
   select id, version::float8 from made`,
)

/** `$1` account, `$2` apex, `$3` now, `$4` address of the master, then the columns of the change. */
export const insertSlave = statement(
  'dns.insert-slave-zone',
  `with made as (
     insert into zone (reseller_id, name, type, master_address, provider, version, published_version, attempts,
       next_attempt_at, behind_since, created_at, updated_at)
     select $1, $2, 'slave', $4, 'openprovider', coalesce(max(version), 0) + 1, 0, 0, ${nextAttempt('$3')}, $3, $3, $3
     from zone where name = $2
     returning id, version),
   ${noted('made', '$3', 5)}
   select id, version::float8 from made`,
)

/** `$1` zone, `$2` now, `$3` address of the master, then the columns of the change. */
export const moveSlave = statement(
  'dns.move-slave-zone',
  `with changed as (
     update zone set master_address = $3, updated_at = $2, ${newVersion('$2')}
     where id = $1 and master_address <> $3 returning id, version),
   ${noted('changed', '$2', 4)}
   select id, version::float8 from changed`,
)

/** `$1` account, `$2` apex, `$3` number or null: the zone, locked until the end of the transaction. */
export const lockZone = statement(
  'dns.lock-zone',
  `select id, version::float8, type, created_at as "createdAt",
     exists (select from zone_key k where k.zone_id = zone.id) as "isSigned"
   from zone
   where reseller_id = $1 and name = $2 and ($3::integer is null or id = $3) and deleted_at is null
   for update`,
)

/** `$1` zone. */
export const recordsOfZone = statement(
  'dns.records-of-zone',
  'select id, owner, type, ttl, rdata from record where zone_id = $1 order by id',
)

/** `$1` zone, `$2` types: what the zone has of them. */
export const signerRecords = statement(
  'dns.signer-records',
  'select owner, type from record where zone_id = $1 and type = any($2::text[])',
)

/**
 * `$1` zone, `$2` now, `$3` rows to delete, `$4`/`$5` rows and their new TTLs, then the columns of new records and of
 * the change. New rows wait for the end of the old ones, as an alias can only come into the place of another that is
 * gone.
 */
export const changeZone = statement(
  'dns.change-zone',
  `with gone as (delete from record where id = any($3::bigint[]) returning id),
   retimed as (
     update record set ttl = t.ttl, updated_at = $2
     from unnest($4::bigint[], $5::integer[]) as t (id, ttl) where record.id = t.id),
   stored as (
     insert into record (zone_id, owner, type, ttl, prio, value, rdata, created_at, updated_at)
     select $1, r.owner, r.type, r.ttl, r.prio, r.value, r.rdata, $2, $2
     from (select count(*) from gone) cleared, unnest($6::text[], $7::text[], $8::integer[], $9::integer[], $10::text[],
       $11::bytea[]) as r (owner, type, ttl, prio, value, rdata)),
   changed as (
     update zone set updated_at = $2, ${newVersion('$2')}
     where id = $1 returning id, version),
   ${noted('changed', '$2', 12)}
   select id, version::float8 from changed`,
)

/** `$1` zone, `$2` now, then the columns of the change. */
export const deleteZoneRow = statement(
  'dns.delete-zone',
  `with gone as (
     update zone set deleted_at = $2, updated_at = $2, ${newVersion('$2')}
     where id = $1 returning id, version),
   records as (delete from record using gone where record.zone_id = gone.id),
   ${noted('gone', '$2', 3)}
   select id, version::float8 from gone`,
)

/** Who made a change, and what it did, as the columns of its row. */
export function changeColumns({ actor }: Pick<Call, 'actor'>, source: string, { removed, added }: Exchange): unknown[] {
  const { contactId = null, username = null } = actor ?? {}
  return [contactId, username, source, encodeRecords(removed), encodeRecords(added), removed.length, added.length]
}

/** Records as the columns that `unnest` takes: owners, types, TTLs, prios, values, RDATAs. */
export function columnsOf(records: readonly ZoneRecord[]): unknown[][] {
  const shown = records.map(presentRecord)
  return [
    records.map(({ owner }) => owner),
    records.map(({ type }) => type),
    records.map(({ ttl }) => ttl),
    shown.map(({ prio }) => prio),
    shown.map(({ value }) => value),
    records.map(({ rdata }) => rdata),
  ]
}

/** A zone that was made or changed, as the command to publish it names it. */
export interface ChangedZone {
  readonly id: number
  /** Read as `float8`: one that went behind a serial that was served has more bits than an `integer`. */
  readonly version: number
}

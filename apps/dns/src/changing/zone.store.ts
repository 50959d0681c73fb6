import { raw, sql, statement, type Sql } from '@nameyard/persistence/statement'
import { presentRecord, type ZoneRecord } from '@nameyard/zone/zone-record'
import type { EventZone } from '../account-events/zone-events'
import { labelOfZone } from '../assigned-nameservers/assigned-nameservers.store'
import { noted, type ChangeNote } from '../versions/change.store'
import { zoneColumns } from '../zone-columns/zone-columns'

/** A record with the row it is stored in. */
export interface StoredRecord extends ZoneRecord {
  readonly id: string
}

/** When the sweep publishes a new version whose command did not arrive. */
const COMMAND_TIMEOUT = raw('10 seconds')

export const nextAttempt = (now: unknown): Sql => sql`${now}::timestamptz + interval '${COMMAND_TIMEOUT}'`

/** When a new version of a zone that breaks the publisher is tried: every attempt may break the publisher again. */
const BREAKING_PAUSE = raw('60 seconds')

/** Whether an earlier version of a zone `z` waits for its publication, and the last attempt has not failed. */
export const isWaiting = sql`(z.behind_since is not null and z.last_error is null)`

/**
 * The columns that a new version sets in its zone `z`. `behind_since` is the time of the first version that name servers
 * do not have. A zone that waits keeps its time: otherwise the sweep would never find one that changes all the time.
 */
export const newVersion = (now: unknown): Sql =>
  sql`version = z.version + 1, behind_since = coalesce(z.behind_since, ${now}), attempts = 0, next_attempt_at = case
        when z.breaks > 1 then least(z.next_attempt_at, ${now}::timestamptz + interval '${BREAKING_PAUSE}')
        when ${isWaiting} then least(z.next_attempt_at, ${nextAttempt(now)})
        else ${nextAttempt(now)} end`

/** Zones with the same last two labels are made one after the other, because one could be above another. */
export const lockFamily = statement<{ family: string }>(
  'dns.lock-family',
  ({ family }) => sql`select pg_advisory_xact_lock(hashtextextended(${family}, 805))`,
)

/** Zones at some names or below a name, which `below` gives as a pattern of the reversed name. */
export const relatives = statement<
  { names: readonly string[]; below: string },
  { id: number; name: string; resellerId: number }
>(
  'dns.relatives',
  ({ names, below }) => sql`
    select id, name, reseller_id as "resellerId" from zone
    where deleted_at is null and (name = any(${names}::text[]) or reverse(name) like ${below})`,
)

/**
 * Locks the counter of the zones of an account, so that its zones are made one after the other. `zones` is undefined
 * before the first zone.
 */
export const lockCount = statement<{ resellerId: number }, { zones: number }>(
  'dns.lock-zone-count',
  ({ resellerId }) =>
    sql`select masters + slaves as zones from zone_count where reseller_id = ${resellerId} for update`,
)

/** Counts the zones of an account that are neither at nor below a name that the account holds. */
export const countUnheld = statement<{ resellerId: number }, { zones: number }>(
  'dns.count-unheld-zones',
  ({ resellerId }) => sql`
    select count(*)::integer as zones from zone z
    where z.reseller_id = ${resellerId} and z.deleted_at is null and not exists (
      select from generate_subscripts(string_to_array(z.name, '.'), 1) as label
      join holder h on h.name = array_to_string((string_to_array(z.name, '.'))[label:], '.')
      where h.reseller_id = z.reseller_id)`,
)

/** Records as columns for `unnest`. */
export interface RecordColumns {
  readonly owners: readonly string[]
  readonly types: readonly string[]
  readonly ttls: readonly number[]
  readonly prios: readonly number[]
  readonly values: readonly string[]
  readonly rdatas: readonly Buffer[]
}

export function columnsOf(records: readonly ZoneRecord[]): RecordColumns {
  const shown = records.map(presentRecord)
  return {
    owners: records.map(({ owner }) => owner),
    types: records.map(({ type }) => type),
    ttls: records.map(({ ttl }) => ttl),
    prios: shown.map(({ prio }) => prio),
    values: shown.map(({ value }) => value),
    rdatas: records.map(({ rdata }) => rdata),
  }
}

const recordRows = (given: { readonly [Column in keyof RecordColumns]: unknown }): Sql =>
  sql`unnest(${given.owners}::text[], ${given.types}::text[], ${given.ttls}::integer[], ${given.prios}::integer[],
        ${given.values}::text[], ${given.rdatas}::bytea[]) as r (owner, type, ttl, prio, value, rdata)`

/** A zone that was made or changed, as in the command to publish it. */
export interface ChangedZone {
  readonly id: number
  /** Read as `float8`: a version that went behind a served serial can exceed an `integer`. */
  readonly version: number
}

/** A value of the columns of a zone as its read shows it, for its account event. */
interface WithEvent {
  readonly nsHosts: readonly string[]
}

/** Inserts a zone with its records. The version continues that of a deleted zone of the name. */
export const insertZone = statement<
  { resellerId: number; name: string; now: Date } & RecordColumns & ChangeNote & WithEvent,
  ChangedZone & EventZone
>(
  'dns.insert-zone',
  (given) => sql`
    with made as (
      insert into zone (reseller_id, name, type, provider, version, published_version, attempts, next_attempt_at,
        behind_since, created_at, updated_at)
      select ${given.resellerId}, ${given.name}, 'master', 'openprovider', coalesce(max(version), 0) + 1, 0, 0,
        ${nextAttempt(given.now)}, ${given.now}, ${given.now}, ${given.now}
      from zone where name = ${given.name}
      returning *),
    stored as (
      insert into record (zone_id, owner, type, ttl, prio, value, rdata, created_at, updated_at)
      select made.id, r.owner, r.type, r.ttl, r.prio, r.value, r.rdata, ${given.now}, ${given.now}
      from made, ${recordRows(given)}),
    ${noted(sql`made`, given)}
    select ${zoneColumns(given)}, z.version::float8 from made z`,
)

/** Inserts a slave zone. */
export const insertSlave = statement<
  { resellerId: number; name: string; now: Date; masterAddress: string } & ChangeNote & WithEvent,
  ChangedZone & EventZone
>(
  'dns.insert-slave-zone',
  (given) => sql`
    with made as (
      insert into zone (reseller_id, name, type, master_address, provider, version, published_version, attempts,
        next_attempt_at, behind_since, created_at, updated_at)
      select ${given.resellerId}, ${given.name}, 'slave', ${given.masterAddress}, 'openprovider',
        coalesce(max(version), 0) + 1, 0, 0, ${nextAttempt(given.now)}, ${given.now}, ${given.now}, ${given.now}
      from zone where name = ${given.name}
      returning *),
    ${noted(sql`made`, given)}
    select ${zoneColumns(given)}, z.version::float8 from made z`,
)

/** Changes the master of a slave zone. Returns no row when the zone has that master already. */
export const moveSlave = statement<{ zoneId: number; now: Date; masterAddress: string } & ChangeNote, ChangedZone>(
  'dns.move-slave-zone',
  (given) => sql`
    with changed as (
      update zone z set master_address = ${given.masterAddress}, updated_at = ${given.now}, ${newVersion(given.now)}
      where id = ${given.zoneId} and master_address <> ${given.masterAddress} returning id, version),
    ${noted(sql`changed`, given)}
    select id, version::float8 from changed`,
)

/** A zone that is locked until the end of the transaction. */
export interface LockedZone extends ChangedZone {
  readonly type: 'master' | 'slave'
  readonly isSigned: boolean
  readonly label: string | null
  readonly createdAt: Date
}

export const lockZone = statement<{ resellerId: number; name: string; id: number | null }, LockedZone>(
  'dns.lock-zone',
  (given) => sql`
    select id, version::float8, type, created_at as "createdAt",
      exists (select from zone_key k where k.zone_id = z.id) as "isSigned", ${labelOfZone} as label
    from zone z
    where reseller_id = ${given.resellerId} and name = ${given.name}
      and (${given.id}::integer is null or id = ${given.id}) and deleted_at is null
    for update of z`,
)

export const recordsOfZone = statement<{ zoneId: number }, StoredRecord>(
  'dns.records-of-zone',
  ({ zoneId }) => sql`select id, owner, type, ttl, rdata from record where zone_id = ${zoneId} order by id`,
)

/**
 * Changes records of a zone. The insert reads from the delete, so it runs after it: a CNAME can only replace another one
 * that is deleted already.
 */
export const changeZone = statement<
  {
    zoneId: number
    now: Date
    removedIds: readonly string[]
    retimedIds: readonly string[]
    newTtls: readonly number[]
  } & RecordColumns &
    ChangeNote,
  ChangedZone
>(
  'dns.change-zone',
  (given) => sql`
    with deleted as (delete from record where id = any(${given.removedIds}::bigint[]) returning id),
    retimed as (
      update record set ttl = t.ttl, updated_at = ${given.now}
      from unnest(${given.retimedIds}::bigint[], ${given.newTtls}::integer[]) as t (id, ttl) where record.id = t.id),
    stored as (
      insert into record (zone_id, owner, type, ttl, prio, value, rdata, created_at, updated_at)
      select ${given.zoneId}, r.owner, r.type, r.ttl, r.prio, r.value, r.rdata, ${given.now}, ${given.now}
      from (select count(*) from deleted) cleared, ${recordRows(given)}),
    changed as (
      update zone z set updated_at = ${given.now}, ${newVersion(given.now)}
      where id = ${given.zoneId} returning id, version),
    ${noted(sql`changed`, given)}
    select id, version::float8 from changed`,
)

/** Deletes a zone and its records. The row of the zone remains, with its history. */
export const deleteZoneRow = statement<{ zoneId: number; now: Date } & ChangeNote & WithEvent, ChangedZone & EventZone>(
  'dns.delete-zone',
  (given) => sql`
    with deleted as (
      update zone z set deleted_at = ${given.now}, updated_at = ${given.now}, ${newVersion(given.now)}
      where id = ${given.zoneId} returning z.*),
    records as (delete from record using deleted where record.zone_id = deleted.id),
    ${noted(sql`deleted`, given)}
    select ${zoneColumns(given)}, z.version::float8 from deleted z`,
)

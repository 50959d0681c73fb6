import { statement } from '@nameyard/persistence/statement'
import { changeColumns, changeFields, columnsOf, newVersion, type StoredRecord } from './zone.store'
import type { Reach } from './model/reach'
import type { WeighedChange } from './weigh-change'

/** A zone that is asked for by its name, and by its number where the client gave one. */
export interface ZoneAsked {
  readonly resellerId: number
  readonly apex: string
  readonly id?: number | undefined
}

/** A change of the records of a zone in the version that it was decided on. */
export interface Amendment extends Pick<WeighedChange, 'parts'> {
  readonly zoneId: number
  readonly version: number
  /** Who made the change and what it did: {@link changeColumns}. */
  readonly note: ReturnType<typeof changeColumns>
}

/** `$1` accounts, `$2` apexes, `$3` numbers or nulls, then what each is asked with. */
const askedZones = (asked = '', columns = '') => `select a.place::integer, z.id as "zoneId", z.version::float8,
     z.type as "zoneType", exists (select from zone_key k where k.zone_id = z.id) as "isSigned", r.id, r.owner, r.type, r.ttl, r.rdata
   from unnest($1::integer[], $2::text[], $3::integer[]${asked}) with ordinality as a (reseller_id, name, id${columns}, place)
   join zone z on z.name = a.name and z.reseller_id = a.reseller_id and z.id = coalesce(a.id, z.id) and z.deleted_at is null`

/**
 * The zones with their records, as rows with the place of the question; a zone without records is one row with nulls.
 * `$1` to `$3` as in {@link askedZones}.
 */
export const openZones = statement(
  'dns.open-zones',
  `${askedZones()} left join record r on r.zone_id = z.id order by a.place, r.id`,
)

/**
 * As {@link openZones}, with the records of a {@link Reach} alone. `$4` the types of each question, with commas between;
 * `$5`/`$6` places of questions and owner names that belong to them.
 */
export const openParts = statement(
  'dns.open-parts-of-zones',
  `${askedZones(', $4::text[]', ', types')}
   left join lateral (
     select r.id, r.owner, r.type, r.ttl, r.rdata
     from unnest($5::integer[], $6::text[]) as n (place, owner) join record r on r.zone_id = z.id and r.owner = n.owner
     where n.place = a.place
     union
     select r.id, r.owner, r.type, r.ttl, r.rdata from record r
     where r.zone_id = z.id and r.type = any(string_to_array(a.types, ','))) r on true
   order by a.place, r.id`,
)

/** The values of {@link openParts}. */
export function partsAsked(asked: readonly (ZoneAsked & { readonly reach: Reach })[]): unknown[] {
  const owners = asked.flatMap(({ reach }, at) => reach.owners.map((owner) => ({ place: at + 1, owner })))
  return [
    ...zonesAsked(asked),
    asked.map(({ reach }) => reach.types.join(',')),
    owners.map(({ place }) => place),
    owners.map(({ owner }) => owner),
  ]
}

/** The values of {@link openZones}. */
export function zonesAsked(asked: readonly ZoneAsked[]): unknown[] {
  return [asked.map(({ resellerId }) => resellerId), asked.map(({ apex }) => apex), asked.map(({ id }) => id ?? null)]
}

/** A row of {@link openZones} and {@link openParts}. */
export interface OpenRow extends Omit<StoredRecord, 'id'> {
  readonly place: number
  readonly zoneId: number
  readonly version: number
  readonly zoneType: 'master' | 'slave'
  readonly isSigned: boolean
  readonly id: string | null
}

const askedColumns = ['zone_id', 'version', ...changeFields]

/**
 * Changes of zones, as what stands behind `with` before the messages they cause; `changed` are the zones that were still
 * in the version that their change was decided on. They are locked in one order, so that two such statements do not
 * wait for each other. New records wait for the end of the old ones, as an alias can only come into the place of another
 * that is gone.
 */
const amendZones = `asked as (
     select * from unnest($1::integer[], $2::bigint[], $3::integer[], $4::text[], $5::text[], $6::bytea[], $7::bytea[],
       $8::integer[], $9::integer[]) as a (${askedColumns.join(', ')})),
   held as (
     select z.id from zone z join asked a on a.zone_id = z.id and a.version = z.version
     where z.deleted_at is null order by z.id for no key update of z),
   changed as (
     update zone set updated_at = $10, ${newVersion('$10')}
     from held where zone.id = held.id returning zone.id, zone.version),
   gone as (
     delete from record using unnest($11::integer[], $12::bigint[]) as g (zone_id, id), changed
     where record.id = g.id and changed.id = g.zone_id returning record.id),
   retimed as (
     update record set ttl = t.ttl, updated_at = $10
     from unnest($13::integer[], $14::bigint[], $15::integer[]) as t (zone_id, id, ttl), changed
     where record.id = t.id and changed.id = t.zone_id),
   stored as (
     insert into record (zone_id, owner, type, ttl, prio, value, rdata, created_at, updated_at)
     select r.zone_id, r.owner, r.type, r.ttl, r.prio, r.value, r.rdata, $10, $10
     from (select count(*) from gone) cleared,
       unnest($16::integer[], $17::text[], $18::text[], $19::integer[], $20::integer[], $21::text[], $22::bytea[])
         as r (zone_id, owner, type, ttl, prio, value, rdata), changed
     where changed.id = r.zone_id),
   noted as (
     insert into zone_change (zone_id, version, changed_at, ${changeFields.join(', ')})
     select changed.id, changed.version, $10, ${changeFields.map((field) => `a.${field}`).join(', ')}
     from changed join asked a on a.zone_id = changed.id)`

/** Changes of zones, of which no two are of one zone, and when they happen. */
export function amending(amendments: readonly Amendment[], now: Date) {
  const each = <Row>(rows: (parts: Amendment['parts']) => readonly Row[]) =>
    amendments.flatMap(({ zoneId, parts }) => rows(parts).map((row) => ({ zoneId, row })))
  const removed = each(({ removed }) => removed)
  const retimed = each(({ retimed }) => retimed)
  const added = each(({ added }) => added)
  const values = [
    amendments.map(({ zoneId }) => zoneId),
    amendments.map(({ version }) => version),
    ...changeFields.map((_, at) => amendments.map(({ note }) => note[at])),
    now,
    removed.map(({ zoneId }) => zoneId),
    removed.map(({ row }) => row.id),
    retimed.map(({ zoneId }) => zoneId),
    retimed.map(({ row }) => row.stored.id),
    retimed.map(({ row }) => row.ttl),
    added.map(({ zoneId }) => zoneId),
    ...columnsOf(added.map(({ row }) => row)),
  ]
  return { name: 'dns.amend-zones', text: amendZones, values }
}

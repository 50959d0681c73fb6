import { changeWithMessages } from '@nameyard/outbox/outbox'
import { sql, statement } from '@nameyard/persistence/statement'
import { labelOfZone } from '../assigned-nameservers/assigned-nameservers.store'
import type { Reach } from '../records/model/reach'
import { noteColumns, type ChangeNote } from '../versions/change.store'
import type { EvaluatedChange } from './evaluate-change'
import { columnsOf, isWaiting, newVersion, type RecordColumns, type StoredRecord } from './zone.store'

/** A zone that is requested by its name, and by its number where the client gave one. */
export interface ZoneAsked {
  readonly resellerId: number
  readonly apex: string
  readonly id?: number | undefined
}

/** A change of the records of a zone in the version that it was decided on. */
export interface Amendment extends Pick<EvaluatedChange, 'parts'> {
  readonly zoneId: number
  /** The account that has the zone: it may have moved to another one since. */
  readonly resellerId: number
  readonly version: number
  readonly note: ChangeNote
}

/** Requested zones as columns for `unnest`. */
interface ZoneColumns {
  readonly resellerIds: readonly number[]
  readonly names: readonly string[]
  readonly ids: readonly (number | null)[]
}

/** A row of a requested zone and one of its records; a zone without records is one row with nulls. */
export interface OpenRow extends Omit<StoredRecord, 'id'> {
  /** Place of the request, from 1. */
  readonly place: number
  readonly zoneId: number
  readonly version: number
  readonly zoneType: 'master' | 'slave'
  readonly isSigned: boolean
  readonly label: string | null
  readonly id: string | null
}

const openColumns = sql`a.place::integer, z.id as "zoneId", z.version::float8, z.type as "zoneType",
      exists (select from zone_key k where k.zone_id = z.id) as "isSigned", ${labelOfZone} as label,
      r.id, r.owner, r.type, r.ttl, r.rdata`

const askedZone = sql`z.name = a.name and z.reseller_id = a.reseller_id and z.id = coalesce(a.id, z.id)
      and z.deleted_at is null`

/** The requested zones with all their records. */
export const openZones = statement<ZoneColumns, OpenRow>(
  'dns.open-zones',
  (given) => sql`
    select ${openColumns}
    from unnest(${given.resellerIds}::integer[], ${given.names}::text[], ${given.ids}::integer[]) with ordinality
      as a (reseller_id, name, id, place)
    join zone z on ${askedZone}
    left join record r on r.zone_id = z.id order by a.place, r.id`,
)

interface PartColumns extends ZoneColumns {
  /** Record types of each request, separated by commas. */
  readonly types: readonly string[]
  /** Owner names, each with the place of its request. */
  readonly ownerPlaces: readonly number[]
  readonly owners: readonly string[]
}

/** The requested zones with the records of a {@link Reach} each. */
export const openParts = statement<PartColumns, OpenRow>(
  'dns.open-parts-of-zones',
  (given) => sql`
    select ${openColumns}
    from unnest(${given.resellerIds}::integer[], ${given.names}::text[], ${given.ids}::integer[],
        ${given.types}::text[]) with ordinality as a (reseller_id, name, id, types, place)
    join zone z on ${askedZone}
    left join lateral (
      select r.id, r.owner, r.type, r.ttl, r.rdata
      from unnest(${given.ownerPlaces}::integer[], ${given.owners}::text[]) as n (place, owner)
      join record r on r.zone_id = z.id and r.owner = n.owner
      where n.place = a.place
      union
      select r.id, r.owner, r.type, r.ttl, r.rdata from record r
      where r.zone_id = z.id and r.type = any(string_to_array(a.types, ','))) r on true
    order by a.place, r.id`,
)

export function zoneColumns(asked: readonly ZoneAsked[]): ZoneColumns {
  return {
    resellerIds: asked.map(({ resellerId }) => resellerId),
    names: asked.map(({ apex }) => apex),
    ids: asked.map(({ id }) => id ?? null),
  }
}

export function partColumns(asked: readonly (ZoneAsked & { readonly reach: Reach })[]): PartColumns {
  const owners = asked.flatMap(({ reach }, at) => reach.owners.map((owner) => ({ place: at + 1, owner })))
  return {
    ...zoneColumns(asked),
    types: asked.map(({ reach }) => reach.types.join(',')),
    ownerPlaces: owners.map(({ place }) => place),
    owners: owners.map(({ owner }) => owner),
  }
}

/** Changes as columns for `unnest`, of which no two are of one zone, and when they happen. */
interface AmendmentColumns extends RecordColumns {
  readonly now: Date
  readonly zoneIds: readonly number[]
  readonly resellerIds: readonly number[]
  readonly versions: readonly number[]
  readonly contactIds: readonly (number | null)[]
  readonly usernames: readonly (string | null)[]
  readonly sources: readonly string[]
  readonly requests: readonly string[]
  readonly traces: readonly (string | null)[]
  readonly removed: readonly Buffer[]
  readonly added: readonly Buffer[]
  readonly removedCounts: readonly number[]
  readonly addedCounts: readonly number[]
  readonly removedZoneIds: readonly number[]
  readonly removedIds: readonly string[]
  readonly retimedZoneIds: readonly number[]
  readonly retimedIds: readonly string[]
  readonly newTtls: readonly number[]
  readonly addedZoneIds: readonly number[]
}

/** The key of the command to publish a zone, which is sent only where no earlier one waits. */
export const firstOf = (zoneId: number): string => `${zoneId} first`

/**
 * Changes zones that are still in the version that their change was decided on, and still of the same account. The zones are locked in the order of
 * their ids, so that two such statements do not wait for each other. The insert reads from the delete, so it runs after
 * it: a CNAME can only replace another one that is deleted already. Notes the ids of the zones. A command to publish a
 * zone is staged under {@link firstOf}: whoever publishes an earlier version of a waiting zone publishes this one too.
 */
export const amendZones = changeWithMessages<AmendmentColumns>(
  'dns.amend-zones',
  (given) => sql`asked as (
      select * from unnest(${given.zoneIds}::integer[], ${given.resellerIds}::integer[], ${given.versions}::bigint[], ${given.contactIds}::integer[],
          ${given.usernames}::text[], ${given.sources}::text[], ${given.requests}::text[], ${given.traces}::text[], ${given.removed}::bytea[], ${given.added}::bytea[],
          ${given.removedCounts}::integer[], ${given.addedCounts}::integer[]) as a (zone_id, reseller_id, version, ${noteColumns})),
    held as (
      select z.id, not ${isWaiting} as is_first from zone z join asked a on a.zone_id = z.id and a.reseller_id = z.reseller_id
        and a.version = z.version
      where z.deleted_at is null order by z.id for no key update of z),
    written as (
      update zone z set updated_at = ${given.now}, ${newVersion(given.now)}
      from held where z.id = held.id returning z.id, z.version, held.is_first),
    changed as (
      select id::text from written union all select id || ' first' from written where is_first),
    deleted as (
      delete from record
      using unnest(${given.removedZoneIds}::integer[], ${given.removedIds}::bigint[]) as d (zone_id, id), written
      where record.id = d.id and written.id = d.zone_id returning record.id),
    retimed as (
      update record set ttl = t.ttl, updated_at = ${given.now}
      from unnest(${given.retimedZoneIds}::integer[], ${given.retimedIds}::bigint[], ${given.newTtls}::integer[])
        as t (zone_id, id, ttl), written
      where record.id = t.id and written.id = t.zone_id),
    stored as (
      insert into record (zone_id, owner, type, ttl, prio, value, rdata, created_at, updated_at)
      select r.zone_id, r.owner, r.type, r.ttl, r.prio, r.value, r.rdata, ${given.now}, ${given.now}
      from (select count(*) from deleted) cleared,
        unnest(${given.addedZoneIds}::integer[], ${given.owners}::text[], ${given.types}::text[],
            ${given.ttls}::integer[], ${given.prios}::integer[], ${given.values}::text[], ${given.rdatas}::bytea[])
          as r (zone_id, owner, type, ttl, prio, value, rdata), written
      where written.id = r.zone_id),
    noted as (
      insert into zone_change (zone_id, version, changed_at, ${noteColumns})
      select written.id, written.version, ${given.now}, a.contact_id, a.username, a.source, a.request, a.trace,
        a.removed, a.added, a.removed_count, a.added_count
      from written join asked a on a.zone_id = written.id)`,
  sql`select id::text from written`,
)

export function amendmentColumns(amendments: readonly Amendment[], now: Date): AmendmentColumns {
  const each = <Row>(rows: (parts: Amendment['parts']) => readonly Row[]) =>
    amendments.flatMap(({ zoneId, parts }) => rows(parts).map((row) => ({ zoneId, row })))
  const removed = each((parts) => parts.removed)
  const retimed = each((parts) => parts.retimed)
  const added = each((parts) => parts.added)
  const notes = amendments.map(({ note }) => note)
  return {
    now,
    zoneIds: amendments.map(({ zoneId }) => zoneId),
    resellerIds: amendments.map(({ resellerId }) => resellerId),
    versions: amendments.map(({ version }) => version),
    contactIds: notes.map(({ contactId }) => contactId),
    usernames: notes.map(({ username }) => username),
    sources: notes.map(({ source }) => source),
    requests: notes.map(({ request }) => request),
    traces: notes.map(({ trace }) => trace),
    removed: notes.map((note) => note.removed),
    added: notes.map((note) => note.added),
    removedCounts: notes.map(({ removedCount }) => removedCount),
    addedCounts: notes.map(({ addedCount }) => addedCount),
    removedZoneIds: removed.map(({ zoneId }) => zoneId),
    removedIds: removed.map(({ row }) => row.id),
    retimedZoneIds: retimed.map(({ zoneId }) => zoneId),
    retimedIds: retimed.map(({ row }) => row.stored.id),
    newTtls: retimed.map(({ row }) => row.ttl),
    addedZoneIds: added.map(({ zoneId }) => zoneId),
    ...columnsOf(added.map(({ row }) => row)),
  }
}

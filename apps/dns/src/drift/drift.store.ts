import { sql, statement, type Sql } from '@nameyard/persistence/statement'
import { notedByPlatform } from '../versions/change.store'

/** Claims the due sweep and sets the next one. Returns a row in the one replica that sweeps. */
export const claimSweep = statement<{ now: Date; next: Date }>(
  'dns.claim-drift-sweep',
  ({ now, next }) => sql`update drift_sweep set next_at = ${next} where next_at <= ${now} returning next_at`,
)

/** SQL: the zone of each name, or its last deleted one. A zone is settled when it is published and no process works on it. */
const zonesOf = (names: Sql): Sql => sql`
    select distinct on (name) id, name, version, deleted_at is not null as "isDeleted",
      version = published_version and claimed_until is null as "isSettled", type = 'slave' as "isSlave",
      exists (select from zone_key k where k.zone_id = zone.id) as "isSigned"
    from zone where ${names} order by name, deleted_at is not null, version desc`

/** The zones of the next names after one, by name. */
export const knownZones = statement<{ after: string; limit: number }, KnownZone>(
  'dns.known-zones',
  ({ after, limit }) => sql`${zonesOf(sql`name > ${after}`)} limit ${limit}`,
)

/** The zones of some names. */
export const zonesNamed = statement<{ names: readonly string[] }, KnownZone>('dns.zones-named', ({ names }) =>
  zonesOf(sql`name = any(${names}::text[])`),
)

export interface KnownZone {
  readonly id: number
  readonly name: string
  readonly version: string
  readonly isDeleted: boolean
  readonly isSettled: boolean
  /** Its serials come from its master. */
  readonly isSlave: boolean
  /** Whether the platform has a key for the zone. */
  readonly isSigned: boolean
}

/**
 * Gives zones later versions, which are then published. The version must be new so that secondaries transfer the zone
 * again. Skips a zone that has another version by now.
 */
export const repairZones = statement<
  { now: Date; ids: readonly number[]; versions: readonly bigint[]; raised: readonly bigint[] },
  { id: number }
>(
  'dns.repair-zones',
  (given) => sql`
    with repaired as (
      update zone set version = r.raised, behind_since = ${given.now}, next_attempt_at = ${given.now}, attempts = 0
      from unnest(${given.ids}::integer[], ${given.versions}::bigint[], ${given.raised}::bigint[])
        as r (id, version, raised)
      where zone.id = r.id and zone.version = r.version and zone.published_version = zone.version
        and zone.claimed_until is null
      returning zone.id, zone.version),
    ${notedByPlatform('platform.repair', sql`repaired`, given)}
    select id from repaired`,
)

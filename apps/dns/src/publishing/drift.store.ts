import { statement } from '@nameyard/persistence/statement'
import { notedByPlatform } from '../zones/zone.store'

/** `$1` now, `$2` when the next sweep is due. A row: this replica is the one that sweeps. */
export const claimSweep = statement(
  'dns.claim-drift-sweep',
  'update drift_sweep set next_at = $2 where next_at <= $1 returning next_at',
)

/** The zone of every name, or else the last that it had; settled when all of it is published and nobody is at it. */
export const knownZones = statement(
  'dns.known-zones',
  `select distinct on (name) id, name, version, deleted_at is not null as "isDeleted",
     version = published_version and claimed_until is null as "isSettled", type = 'slave' as "isSlave",
     exists (select from zone_key k where k.zone_id = zone.id) as "isSigned"
   from zone order by name, deleted_at is not null, version desc`,
)

export interface KnownZone {
  readonly id: number
  readonly name: string
  readonly version: string
  readonly isDeleted: boolean
  readonly isSettled: boolean
  /** Its serials come from elsewhere. */
  readonly isSlave: boolean
  /** Whether the platform has a key for the zone. */
  readonly isSigned: boolean
}

/**
 * `$1` now; `$2` zones, `$3` the versions they were seen in, `$4` the versions they get: what is served anew is a new
 * version, so that whoever has copied the zone takes it. A zone that has moved on since is left alone.
 */
export const repairZones = statement(
  'dns.repair-zones',
  `with repaired as (
     update zone set version = r.raised, behind_since = $1, next_attempt_at = $1, attempts = 0
     from unnest($2::integer[], $3::bigint[], $4::bigint[]) as r (id, version, raised)
     where zone.id = r.id and zone.version = r.version and zone.published_version = zone.version
       and zone.claimed_until is null
     returning zone.id, zone.version),
   ${notedByPlatform('platform.repair', 'repaired', '$1')}
   select id from repaired`,
)

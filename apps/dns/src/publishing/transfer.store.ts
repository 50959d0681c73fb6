import { statement } from '@nameyard/persistence/statement'

/**
 * `$1` zones, `$2` serials, `$3` when the name server last heard of each master, `$4` REFRESH, `$5` now: what a name server
 * tells of transfers. A transfer is dated when its serial is first seen.
 */
export const noteTransfers = statement(
  'dns.note-transfers',
  `insert into zone_transfer as known (zone_id, serial, transferred_at, last_check, seen_at, refresh)
   select zone_id, serial, $5, last_check, $5, refresh
   from unnest($1::integer[], $2::bigint[], $3::bigint[], $4::integer[]) as t (zone_id, serial, last_check, refresh)
   on conflict (zone_id) do update
     set serial = excluded.serial,
       transferred_at = case known.serial when excluded.serial then known.transferred_at else excluded.transferred_at end,
       last_check = excluded.last_check, seen_at = excluded.seen_at, refresh = excluded.refresh, asked_at = null,
       silent_since = null`,
)

/** Live slave zones that are published, with what is known of their transfers; without any, those columns are null. */
export const knownSlaves = statement(
  'dns.known-slaves',
  `select z.id, z.name, t.serial::float8, t.last_check::float8 as "lastCheck", t.seen_at as "seenAt", t.refresh,
     t.asked_at as "askedAt", t.silent_since as "silentSince"
   from zone z left join zone_transfer t on t.zone_id = z.id
   where z.type = 'slave' and z.deleted_at is null and z.published_version = z.version and z.claimed_until is null
   order by t.asked_at nulls first`,
)

/** A row of {@link knownSlaves}. */
export interface KnownSlave {
  readonly id: number
  readonly name: string
  readonly serial: number | null
  readonly lastCheck: number | null
  readonly seenAt: Date | null
  readonly refresh: number | null
  readonly askedAt: Date | null
  readonly silentSince: Date | null
}

/** `$1` zones, `$2` now: their masters are overdue, and the name server was told to ask them. */
export const markAsked = statement(
  'dns.mark-masters-asked',
  'update zone_transfer set asked_at = $2 where zone_id = any($1::integer[])',
)

/** `$1` zones: their masters did not answer when they were asked; silent since they were last heard of. */
export const markSilent = statement(
  'dns.mark-masters-silent',
  'update zone_transfer set silent_since = coalesce(silent_since, seen_at) where zone_id = any($1::integer[])',
)

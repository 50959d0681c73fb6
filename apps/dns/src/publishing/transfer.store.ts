import { sql, statement } from '@nameyard/persistence/statement'

/** Stores what the name server knows of transfers. The date of a transfer is when its serial is first seen. */
export const noteTransfers = statement<{
  zoneIds: readonly number[]
  serials: readonly number[]
  lastChecks: readonly number[]
  refreshes: readonly number[]
  now: Date
}>(
  'dns.note-transfers',
  (given) => sql`
    insert into zone_transfer as known (zone_id, serial, transferred_at, last_check, seen_at, refresh)
    select zone_id, serial, ${given.now}, last_check, ${given.now}, refresh
    from unnest(${given.zoneIds}::integer[], ${given.serials}::bigint[], ${given.lastChecks}::bigint[],
        ${given.refreshes}::integer[]) as t (zone_id, serial, last_check, refresh)
    on conflict (zone_id) do update
      set serial = excluded.serial,
        transferred_at = case known.serial when excluded.serial then known.transferred_at
          else excluded.transferred_at end,
        last_check = excluded.last_check, seen_at = excluded.seen_at, refresh = excluded.refresh, asked_at = null,
        silent_since = null`,
)

/**
 * The next slave zones that are published after an id, with their transfers. The columns of a transfer are null before the
 * first one.
 */
export const knownSlaves = statement<{ after: number; limit: number }, KnownSlave>(
  'dns.known-slaves',
  ({ after, limit }) => sql`
    select z.id, z.name, t.serial::float8, t.last_check::float8 as "lastCheck", t.seen_at as "seenAt", t.refresh,
      t.asked_at as "askedAt", t.silent_since as "silentSince"
    from zone z left join zone_transfer t on t.zone_id = z.id
    where z.type = 'slave' and z.deleted_at is null and z.published_version = z.version and z.claimed_until is null
      and z.id > ${after}
    order by z.id limit ${limit}`,
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

/** Marks overdue masters that the name server now queries. */
export const markAsked = statement<{ zoneIds: readonly number[]; now: Date }>(
  'dns.mark-masters-asked',
  ({ zoneIds, now }) => sql`update zone_transfer set asked_at = ${now} where zone_id = any(${zoneIds}::integer[])`,
)

/** Marks masters that did not answer: silent since their last answer. */
export const markSilent = statement<{ zoneIds: readonly number[] }>(
  'dns.mark-masters-silent',
  ({ zoneIds }) => sql`
    update zone_transfer set silent_since = coalesce(silent_since, seen_at) where zone_id = any(${zoneIds}::integer[])`,
)

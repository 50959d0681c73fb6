import { ASYNCHRONOUS_COMMIT } from '@nameyard/persistence/asynchronous-commit'
import { raw, sql, statement } from '@nameyard/persistence/statement'
import type { EventZone } from '../account-events/zone-events'
import { labelOfZone } from '../assigned-nameservers/assigned-nameservers.store'
import { notedByPlatform } from '../versions/change.store'
import { zoneColumns } from '../zone-columns/zone-columns'
import type { DatedWait } from './publication-failure'
import type { RefusedSet } from './zone-writer'

/** How long a process has the lease of a zone; longer than any publication waits. */
const LEASE = raw('30 seconds')

/** When the sweep publishes a version that was made during a publication, if its process died before it went on. */
const GOES_ON = raw('3 seconds')

/** Columns of a zone `z` with its records `r`; a zone without records is one row with nulls. */
const versionColumns = sql`z.name, z.version, z.deleted_at is not null as "isDeleted",
  z.master_address as "masterAddress", exists (select from zone_key k where k.zone_id = z.id) as "isSigned",
  z.unpublished, ${labelOfZone} as label, r.owner, r.type, r.ttl, r.rdata`

const recordsOfVersion = sql`left join record r on r.zone_id = z.id and z.deleted_at is null`

export interface VersionRow {
  readonly name: string
  readonly version: string
  readonly isDeleted: boolean
  readonly masterAddress: string | null
  readonly isSigned: boolean
  readonly unpublished: readonly RefusedSet[] | null
  /** Of the name servers of its account; null for the shared ones. */
  readonly label: string | null
  readonly owner: string | null
  readonly type: string
  readonly ttl: number
  readonly rdata: Buffer
}

/** A version that this process publishes, and the attempts before. */
export interface ClaimRow extends VersionRow {
  readonly attempts: number
  readonly breaks: number
  readonly waits: readonly DatedWait[] | null
  /** The request that made the version and the step of its trace. Null for a version of the platform itself. */
  readonly request: string | null
  readonly trace: string | null
  readonly changedAt: Date | null
}

/**
 * Acquires the lease of a zone and reads its version and records of one moment. Returns no row when there is nothing to
 * publish, or when the zone broke the publisher and has to wait. Also returns no row while another process publishes
 * the zone or removes an earlier zone of the name. Of the zones that broke the publisher, only one is published at a
 * time, so that the cause is known. A lost lease or mark only causes the zone to be published again.
 */
export const claimZone = statement<{ zoneId: number; now: Date }, ClaimRow>(
  'dns.claim-zone',
  ({ zoneId, now }) => sql`
    with claimed as (
      update zone set claimed_until = ${now}::timestamptz + interval '${LEASE}', attempts = attempts + 1
      from ${ASYNCHRONOUS_COMMIT}
      where id = ${zoneId} and published_version < version and (claimed_until is null or claimed_until <= ${now})
        and (breaks = 0 or next_attempt_at <= ${now} and not exists (
          select from zone other where other.breaks > 0 and other.id <> zone.id and other.claimed_until > ${now}))
        and (deleted_at is not null or not exists (
          select from zone earlier
          where earlier.name = zone.name and earlier.id <> zone.id and earlier.claimed_until > ${now}))
      returning id, attempts, breaks, waits)
    select claimed.attempts, claimed.breaks, claimed.waits, c.request, c.trace, c.changed_at as "changedAt",
      ${versionColumns}
    from claimed join zone z on z.id = claimed.id
    left join zone_change c on c.zone_id = z.id and c.version = z.version ${recordsOfVersion}
    order by r.id`,
)

/** Reads the version and the records of a zone of one moment. */
export const readVersion = statement<{ zoneId: number }, VersionRow>(
  'dns.read-version',
  ({ zoneId }) => sql`select ${versionColumns} from zone z ${recordsOfVersion} where z.id = ${zoneId} order by r.id`,
)

/**
 * Marks a version as published. `unpublished` is JSON of the RRsets that the name servers refuse of it, `served` JSON of the
 * name servers that answer it.
 */
export const markPublished = statement<
  {
    zoneId: number
    version: bigint
    now: Date
    unpublished: string | null
    served: string
    nsHosts: readonly string[]
  },
  EventZone & { readonly isBehind: boolean }
>(
  'dns.mark-published',
  (given) => sql`
    with noted as (
      update zone_change set published_at = ${given.now}, served = ${given.served}::jsonb
      where zone_id = ${given.zoneId} and version = ${given.version}::bigint and published_at is null)
    update zone z set published_version = greatest(published_version, ${given.version}::bigint),
      published_at = ${given.now}, compared_at = ${given.now}, attempts = 0, breaks = 0, last_error = null,
      rejection = null, waits = null, unpublished = ${given.unpublished}, claimed_until = null,
      behind_since = case when version > ${given.version}::bigint then ${given.now}::timestamptz end,
      next_attempt_at = case when version > ${given.version}::bigint
        then ${given.now}::timestamptz + interval '${GOES_ON}' else next_attempt_at end
    from ${ASYNCHRONOUS_COMMIT}
    where z.id = ${given.zoneId} returning ${zoneColumns(given)}, z.published_version < z.version as "isBehind"`,
)

/** Gives a zone a later version, unless it has another version by now, and ends the lease. */
export const raiseVersion = statement<{ zoneId: number; version: bigint; raised: bigint; now: Date }>(
  'dns.raise-version',
  (given) => sql`
    with freed as (
      update zone set claimed_until = null, behind_since = coalesce(behind_since, ${given.now}),
        version = case version when ${given.version}::bigint then ${given.raised}::bigint else version end
      where id = ${given.zoneId} returning id, version),
    ${notedByPlatform('platform.repair', sql`(select * from freed where version = ${given.raised}::bigint) raised`, given)}
    select from freed`,
)

/** Ends the lease after a failed attempt. Returns the rejection before. `rejection` is the error of a publisher that rejects the version as a whole. */
export const markFailed = statement<
  {
    zoneId: number
    nextAttempt: Date
    error: string
    rejection: string | null
    /** JSON of the servers that the version waits for. */
    waits: string
    hasBroken: boolean
  },
  { rejected: string | null }
>(
  'dns.mark-failed',
  (given) => sql`
    update zone z set next_attempt_at = ${given.nextAttempt}, last_error = ${given.error}, rejection = ${given.rejection},
      waits = ${given.waits}, breaks = z.breaks + ${given.hasBroken}::boolean::integer, claimed_until = null
    from (select id, rejection from zone where id = ${given.zoneId} for update) before
    where z.id = before.id returning before.rejection as rejected`,
)

/** Makes zones due that waited for the publisher. */
export const retryWaiting = statement<{ now: Date }>(
  'dns.retry-waiting-zones',
  ({ now }) => sql`
    update zone set next_attempt_at = ${now}
    where published_version < version and breaks < 2 and next_attempt_at > ${now}
      and waits -> 0 ->> 'server' = 'publisher'`,
)

/** Most zones in one answer of {@link dueZones}. */
export const DUE_ZONES = 100

/** Zones whose next attempt is due, longest waiting first. */
export const dueZones = statement<{ now: Date }, { id: number }>(
  'dns.due-zones',
  ({ now }) => sql`
    select id from zone
    where published_version < version and next_attempt_at <= ${now}
      and (claimed_until is null or claimed_until <= ${now}) and breaks = 0
    order by next_attempt_at limit ${raw(String(DUE_ZONES))}`,
)

/** The due zone that broke the publisher and waits longest; none while another such zone is being published. */
export const dueBreakingZone = statement<{ now: Date }, { id: number }>(
  'dns.due-breaking-zone',
  ({ now }) => sql`
    select id from zone
    where breaks > 0 and next_attempt_at <= ${now} and published_version < version
      and not exists (select from zone other where other.breaks > 0 and other.claimed_until > ${now})
    order by next_attempt_at limit 1`,
)

/** Number of zones that broke the publisher more than once. */
export const breakingZones = statement<void, { count: number }>(
  'dns.breaking-zones',
  () => sql`select count(*)::integer as count from zone where breaks > 1 and published_version < version`,
)

export const nextAttempt = statement<void, { dueAt: Date | null }>(
  'dns.next-attempt',
  () =>
    sql`select min(greatest(next_attempt_at, claimed_until)) as "dueAt" from zone where published_version < version`,
)

/** The zone that exists at an apex. */
export const liveZone = statement<{ name: string }, { id: number }>(
  'dns.live-zone',
  ({ name }) => sql`select id from zone where name = ${name} and deleted_at is null`,
)

/** Since when the oldest change waits for its name servers; null when none waits. */
export const oldestUnpublished = statement<void, { since: Date | null }>(
  'dns.oldest-unpublished',
  () => sql`select min(coalesce(behind_since, updated_at)) as since from zone where published_version < version`,
)

/** How many zones wait for each server, by how long that server has been the reason: a minute, an hour, or longer. */
export const waitingZones = statement<{ now: Date }, { server: string; age: string; figure: number }>(
  'dns.waiting-zones',
  ({ now }) => sql`
    select server, age, count(*)::int as figure from (
      select wait ->> 'server' as server, case
          when (wait ->> 'since' || 'Z')::timestamptz > ${now}::timestamptz - interval '1 minute' then 'minute'
          when (wait ->> 'since' || 'Z')::timestamptz > ${now}::timestamptz - interval '1 hour' then 'hour' else 'longer' end as age
      from zone, jsonb_array_elements(waits) wait where published_version < version and waits is not null
    ) waiting group by server, age`,
)

/** Number of zones that wait for their name servers. */
export const unpublishedZones = statement<void, { count: number }>(
  'dns.unpublished-zones',
  () => sql`select count(*)::integer as count from zone where published_version < version`,
)

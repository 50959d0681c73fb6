import { statement } from '@nameyard/persistence/statement'
import { UNHURRIED } from '@nameyard/persistence/unhurried'
import { notedByPlatform } from '../zones/zone.store'
import type { DatedWait } from './publication-failure'
import type { RefusedSet } from './zone-writer'

/** How long one writer has a zone to itself; longer than a publication takes with all its patience. */
const CLAIM_SECONDS = 30

/** Columns of a zone `z` at one moment, with its records `r`; one without records is one row with nulls. */
const versionColumns = `z.name, z.version, z.deleted_at is not null as "isDeleted", z.master_address as "masterAddress",
  exists (select from zone_key k where k.zone_id = z.id) as "isSigned", z.unpublished, r.owner, r.type, r.ttl, r.rdata`

const recordsOfVersion = 'left join record r on r.zone_id = z.id and z.deleted_at is null'

/**
 * `$1` zone, `$2` now: its version and records of one moment, before a change that the claim had to wait for. No row:
 * nothing to publish, another process publishes it or removes an earlier zone of the name, or the zone breaks the
 * publisher and has to wait. Of zones that broke it, one is published at a time: then it is known which one does. A claim
 * that is forgotten, or a mark, has the zone published again and nothing else.
 */
export const claimZone = statement(
  'dns.claim-zone',
  `with claimed as (
     update zone set claimed_until = $2::timestamptz + interval '${CLAIM_SECONDS} seconds', attempts = attempts + 1
     from ${UNHURRIED}
     where id = $1 and published_version < version and (claimed_until is null or claimed_until <= $2)
       and (breaks = 0 or next_attempt_at <= $2 and not exists (
         select from zone other where other.breaks > 0 and other.id <> zone.id and other.claimed_until > $2))
       and (deleted_at is not null or not exists (
         select from zone earlier where earlier.name = zone.name and earlier.id <> zone.id and earlier.claimed_until > $2))
     returning id, attempts, breaks, waits)
   select claimed.attempts, claimed.breaks, claimed.waits, ${versionColumns} from claimed join zone z on z.id = claimed.id ${recordsOfVersion}
   order by r.id`,
)

/** `$1` zone: its version and records of one moment. */
export const readVersion = statement(
  'dns.read-version',
  `select ${versionColumns} from zone z ${recordsOfVersion} where z.id = $1 order by r.id`,
)

export interface VersionRow {
  readonly name: string
  readonly version: string
  readonly isDeleted: boolean
  readonly masterAddress: string | null
  readonly isSigned: boolean
  readonly unpublished: readonly RefusedSet[] | null
  readonly owner: string | null
  readonly type: string
  readonly ttl: number
  readonly rdata: Buffer
}

/** What a claim tells of the attempts before. */
export interface ClaimRow extends VersionRow {
  readonly attempts: number
  readonly breaks: number
  readonly waits: readonly DatedWait[] | null
}

/**
 * `$1` zone, `$2` the version that is served now, `$3` now, `$4` JSON of what the name servers refuse of it, or null. Tells
 * whether a newer one waits already.
 */
export const markPublished = statement(
  'dns.mark-published',
  `update zone set published_version = greatest(published_version, $2::bigint), published_at = $3, compared_at = $3,
     attempts = 0, breaks = 0, last_error = null, rejection = null, waits = null, unpublished = $4, claimed_until = null,
     behind_since = case when version > $2::bigint then $3::timestamptz end
   from ${UNHURRIED}
   where id = $1 returning published_version < version as "isBehind"`,
)

/** `$1` zone, `$2` its version, `$3` the version it gets instead, unless it has another one by now, `$4` now. */
export const raiseVersion = statement(
  'dns.raise-version',
  `with freed as (
     update zone set claimed_until = null, version = case version when $2::bigint then $3::bigint else version end,
       behind_since = coalesce(behind_since, $4)
     where id = $1 returning id, version),
   ${notedByPlatform('platform.repair', '(select * from freed where version = $3::bigint) raised', '$4')}
   select from freed`,
)

/**
 * `$1` zone, `$2` when to try again, `$3` why, `$4` what the name servers say of a version that they do not take, `$5`
 * JSON of the servers that are waited for, `$6` whether the publisher broke.
 */
export const markFailed = statement(
  'dns.mark-failed',
  `update zone set next_attempt_at = $2, last_error = $3, rejection = $4, waits = $5, breaks = breaks + $6::boolean::integer,
     claimed_until = null where id = $1`,
)

/** `$1` now: zones that waited for a publisher that is back are due. */
export const hurryWaiting = statement(
  'dns.hurry-waiting-zones',
  `update zone set next_attempt_at = $1
   where published_version < version and breaks < 2 and next_attempt_at > $1 and waits -> 0 ->> 'server' = 'publisher'`,
)

/** Zones that one question for what is due answers at most. */
export const DUE_ZONES = 100

/** `$1` now: zones that wait for their next attempt, longest waiting first. */
export const dueZones = statement(
  'dns.due-zones',
  `select id from zone
   where published_version < version and next_attempt_at <= $1 and (claimed_until is null or claimed_until <= $1)
     and breaks = 0
   order by next_attempt_at limit ${DUE_ZONES}`,
)

/** `$1` now: the zone that broke the publisher and is due, longest waiting first; none while another one is tried. */
export const dueAlone = statement(
  'dns.due-alone',
  `select id from zone
   where breaks > 0 and next_attempt_at <= $1 and published_version < version
     and not exists (select from zone other where other.breaks > 0 and other.claimed_until > $1)
   order by next_attempt_at limit 1`,
)

/** How many zones break the publisher again and again. */
export const breakingZones = statement(
  'dns.breaking-zones',
  'select count(*)::integer as count from zone where breaks > 1 and published_version < version',
)

/** When the next zone waits for an attempt. */
export const nextAttempt = statement(
  'dns.next-attempt',
  `select min(greatest(next_attempt_at, claimed_until)) as "dueAt" from zone where published_version < version`,
)

/** `$1` apex: whether a live zone has it. */
export const liveZone = statement('dns.live-zone', `select id from zone where name = $1 and deleted_at is null`)

/** Since when a change waits for its name servers; null where none does. */
export const oldestUnpublished = statement(
  'dns.oldest-unpublished',
  `select min(coalesce(behind_since, updated_at)) as since from zone where published_version < version`,
)

/** How many zones wait for their name servers. */
export const unpublishedZones = statement(
  'dns.unpublished-zones',
  'select count(*)::integer as count from zone where published_version < version',
)

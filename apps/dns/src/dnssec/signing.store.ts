import { raw, sql, statement } from '@nameyard/persistence/statement'
import { labelOfZone } from '../assigned-nameservers/assigned-nameservers.store'
import { notedByPlatform } from '../versions/change.store'
import type { Signing } from './model/signing'

/** How long a process has the lease of a step; longer than any step waits. */
const LEASE = raw('30 seconds')

/** Whether a zone is to be signed. */
export const readWanted = statement<{ zoneId: number }, { isWanted: boolean }>(
  'dns.read-signing',
  ({ zoneId }) => sql`select is_wanted as "isWanted" from zone_key where zone_id = ${zoneId}`,
)

export const insertKey = statement<{
  zoneId: number
  flags: number
  algorithm: number
  publicKey: Buffer
  sealed: Buffer
  secretId: string
  now: Date
}>(
  'dns.insert-zone-key',
  (given) => sql`
    insert into zone_key (zone_id, flags, algorithm, public_key, private_key, secret_id, created_at, is_wanted,
      is_delegated, next_attempt_at, attempts)
    values (${given.zoneId}, ${given.flags}, ${given.algorithm}, ${given.publicKey}, ${given.sealed},
      ${given.secretId}, ${given.now}, true, false, ${given.now}, 0)`,
)

/** Switches signing on or off. The DS records of the parent zone are queried again. */
export const switchSigning = statement<{ zoneId: number; isWanted: boolean; now: Date }>(
  'dns.switch-signing',
  (given) => sql`
    update zone_key set is_wanted = ${given.isWanted}, is_delegated = false, withdrawn_at = null,
      next_attempt_at = ${given.now}, attempts = 0, claimed_until = null, last_error = null
    where zone_id = ${given.zoneId}`,
)

/** Publishes the DS of a signed zone again, in case its parent zone does not have it. */
export const delegateAgain = statement<{ resellerId: number; name: string; now: Date }>(
  'dns.delegate-again',
  (given) => sql`
    update zone_key k set is_delegated = false, next_attempt_at = ${given.now}, attempts = 0
    from zone z
    where z.id = k.zone_id and z.reseller_id = ${given.resellerId} and z.name = ${given.name} and z.deleted_at is null
      and k.is_wanted and k.seen_at is not null`,
)

export const readKey = statement<{ zoneId: number }, KeyRow>(
  'dns.read-zone-key',
  ({ zoneId }) => sql`
    select flags, algorithm, public_key as "publicKey", private_key as "sealed", secret_id as "secretId"
    from zone_key where zone_id = ${zoneId}`,
)

/** A key with its private half encrypted. */
export interface KeyRow {
  readonly flags: number
  readonly algorithm: number
  readonly publicKey: Buffer
  readonly sealed: Buffer
  readonly secretId: string
}

/** Acquires leases of due steps, longest waiting first. */
export const claimSteps = statement<{ now: Date }, DueStep>(
  'dns.claim-signing-steps',
  ({ now }) => sql`
    update zone_key k set claimed_until = ${now}::timestamptz + interval '${LEASE}',
      attempts = k.attempts + 1
    from zone z
    where z.id = k.zone_id and k.zone_id in (
      select zone_id from zone_key
      where next_attempt_at <= ${now} and (claimed_until is null or claimed_until <= ${now})
      order by next_attempt_at limit 20 for update skip locked)
    returning k.zone_id as "zoneId", z.name, z.reseller_id as "resellerId", k.flags, k.algorithm,
      k.public_key as "publicKey", k.is_wanted as "isWanted", k.seen_at as "seenAt", k.is_delegated as "isDelegated",
      k.withdrawn_at as "withdrawnAt", k.attempts, ${labelOfZone} as label`,
)

/** A zone with a due step. */
export interface DueStep extends Signing {
  readonly zoneId: number
  readonly name: string
  readonly resellerId: number
  readonly flags: number
  readonly algorithm: number
  readonly publicKey: Buffer
  readonly attempts: number
  /** Of the name servers of its account; null for the shared ones. */
  readonly label: string | null
}

/** Stores the result of a step. Does nothing, and returns no row, when signing was switched on or off meanwhile. */
export const completeStep = statement<
  {
    zoneId: number
    isWanted: boolean
    seenAt: Date | null
    isDelegated: boolean
    withdrawnAt: Date | null
    nextAttempt: Date | null
  },
  { zoneId: number }
>(
  'dns.complete-signing-step',
  (given) => sql`
    update zone_key set seen_at = ${given.seenAt}, is_delegated = ${given.isDelegated},
      withdrawn_at = ${given.withdrawnAt}, next_attempt_at = ${given.nextAttempt}, attempts = 0, last_error = null,
      claimed_until = null
    where zone_id = ${given.zoneId} and is_wanted = ${given.isWanted} returning zone_id as "zoneId"`,
)

/** Stores the failure of a step. Does nothing when signing was switched on or off meanwhile. */
export const postponeStep = statement<{ zoneId: number; isWanted: boolean; nextAttempt: Date; error: string }>(
  'dns.postpone-signing-step',
  (given) => sql`
    update zone_key set next_attempt_at = ${given.nextAttempt}, last_error = ${given.error}, claimed_until = null
    where zone_id = ${given.zoneId} and is_wanted = ${given.isWanted}`,
)

/** Deletes the key of a zone and makes a version of the zone, which is published without signatures. */
export const unsignZone = statement<{ zoneId: number; now: Date }, { id: number }>(
  'dns.unsign-zone',
  (given) => sql`
    with deleted as (delete from zone_key where zone_id = ${given.zoneId} and not is_wanted returning zone_id),
    unsigned as (
      update zone set version = version + 1, behind_since = coalesce(behind_since, ${given.now}), attempts = 0,
        next_attempt_at = ${given.now}
      from deleted where zone.id = deleted.zone_id and zone.deleted_at is null returning zone.id, zone.version),
    ${notedByPlatform('platform.unsign', sql`unsigned`, given)}
    select id from unsigned`,
)

export const nextStepDue = statement<void, { dueAt: Date | null }>(
  'dns.next-signing-step',
  () => sql`
    select min(greatest(next_attempt_at, claimed_until)) as "dueAt" from zone_key where next_attempt_at is not null`,
)

/** Keys that are encrypted with another secret. */
export const keysOfOtherSecrets = statement<{ secretId: string }, KeyRow & { zoneId: number }>(
  'dns.keys-of-other-secrets',
  ({ secretId }) => sql`
    select zone_id as "zoneId", flags, algorithm, public_key as "publicKey", private_key as "sealed",
      secret_id as "secretId"
    from zone_key where secret_id <> ${secretId} order by zone_id limit 500`,
)

/** Stores a key that was encrypted again, if its secret is still `secretId`. */
export const resealKey = statement<{ zoneId: number; secretId: string; sealed: Buffer; newSecretId: string }>(
  'dns.reseal-zone-key',
  (given) => sql`
    update zone_key set private_key = ${given.sealed}, secret_id = ${given.newSecretId}
    where zone_id = ${given.zoneId} and secret_id = ${given.secretId}`,
)

import { statement } from '@nameyard/persistence/statement'
import { notedByPlatform } from '../zones/zone.store'
import type { Signing } from './model/signing'

/** How long one worker has a step to itself; longer than any step takes with all its patience. */
const CLAIM_SECONDS = 30

/** `$1` zone: whether it is to be signed. */
export const readWanted = statement(
  'dns.read-signing',
  'select is_wanted as "isWanted" from zone_key where zone_id = $1',
)

/** `$1` zone, `$2` flags, `$3` algorithm, `$4` public key, `$5` sealed private key, `$6` name of its secret, `$7` now. */
export const insertKey = statement(
  'dns.insert-zone-key',
  `insert into zone_key (zone_id, flags, algorithm, public_key, private_key, secret_id, created_at, is_wanted,
     is_delegated, next_attempt_at, attempts)
   values ($1, $2, $3, $4, $5, $6, $7, true, false, $7, 0)`,
)

/** `$1` zone, `$2` whether it is to be signed, `$3` now. What the zone above has is asked anew. */
export const switchSigning = statement(
  'dns.switch-signing',
  `update zone_key set is_wanted = $2, is_delegated = false, withdrawn_at = null, next_attempt_at = $3, attempts = 0,
     claimed_until = null, last_error = null
   where zone_id = $1`,
)

/** `$1` account, `$2` apex, `$3` now: the zone above is told again of what it may not know. */
export const tellAgain = statement(
  'dns.tell-zone-above-again',
  `update zone_key k set is_delegated = false, next_attempt_at = $3, attempts = 0
   from zone z where z.id = k.zone_id and z.reseller_id = $1 and z.name = $2 and z.deleted_at is null and k.is_wanted
     and k.seen_at is not null`,
)

/** `$1` zone. */
export const readKey = statement(
  'dns.read-zone-key',
  `select flags, algorithm, public_key as "publicKey", private_key as "sealed", secret_id as "secretId"
   from zone_key where zone_id = $1`,
)

/** A key as {@link readKey} reads it. */
export interface KeyRow {
  readonly flags: number
  readonly algorithm: number
  readonly publicKey: Buffer
  readonly sealed: Buffer
  readonly secretId: string
}

/** `$1` now: takes steps that are due, longest waiting first. */
export const claimSteps = statement(
  'dns.claim-signing-steps',
  `update zone_key k set claimed_until = $1::timestamptz + interval '${CLAIM_SECONDS} seconds', attempts = k.attempts + 1
   from zone z
   where z.id = k.zone_id and k.zone_id in (
     select zone_id from zone_key
     where next_attempt_at <= $1 and (claimed_until is null or claimed_until <= $1)
     order by next_attempt_at limit 20 for update skip locked)
   returning k.zone_id as "zoneId", z.name, z.reseller_id as "resellerId", k.flags, k.algorithm,
     k.public_key as "publicKey", k.is_wanted as "isWanted", k.seen_at as "seenAt", k.is_delegated as "isDelegated",
     k.withdrawn_at as "withdrawnAt", k.attempts`,
)

/** A zone whose signing is to go on. */
export interface DueStep extends Signing {
  readonly zoneId: number
  readonly name: string
  readonly resellerId: number
  readonly flags: number
  readonly algorithm: number
  readonly publicKey: Buffer
  readonly attempts: number
}

/**
 * `$1` zone, `$2` whether it is to be signed, `$3` seen, `$4` delegated, `$5` withdrawn, `$6` next attempt. Changes nothing
 * when the switch was turned meanwhile.
 */
export const settleStep = statement(
  'dns.settle-signing-step',
  `update zone_key set seen_at = $3, is_delegated = $4, withdrawn_at = $5, next_attempt_at = $6, attempts = 0,
     last_error = null, claimed_until = null
   where zone_id = $1 and is_wanted = $2`,
)

/** `$1` zone, `$2` whether it is to be signed, `$3` next attempt, `$4` why it is not done. */
export const postponeStep = statement(
  'dns.postpone-signing-step',
  `update zone_key set next_attempt_at = $3, last_error = $4, claimed_until = null where zone_id = $1 and is_wanted = $2`,
)

/** `$1` zone, `$2` now: forgets the key; the zone is published anew without it. */
export const unsignZone = statement(
  'dns.unsign-zone',
  `with gone as (delete from zone_key where zone_id = $1 and not is_wanted returning zone_id),
   unsigned as (
     update zone set version = version + 1, behind_since = coalesce(behind_since, $2), attempts = 0,
       next_attempt_at = $2
     from gone where zone.id = gone.zone_id and zone.deleted_at is null returning zone.id, zone.version),
   ${notedByPlatform('platform.unsign', 'unsigned', '$2')}
   select id from unsigned`,
)

/** When the next step is due. */
export const nextStepDue = statement(
  'dns.next-signing-step',
  `select min(greatest(next_attempt_at, claimed_until)) as "dueAt" from zone_key where next_attempt_at is not null`,
)

/** `$1` name of the newest secret: keys that are encrypted with another. */
export const keysOfOtherSecrets = statement(
  'dns.keys-of-other-secrets',
  `select zone_id as "zoneId", flags, algorithm, public_key as "publicKey", private_key as "sealed",
     secret_id as "secretId"
   from zone_key where secret_id <> $1 order by zone_id limit 500`,
)

/** `$1` zone, `$2` name of the secret so far, `$3` sealed anew, `$4` name of its secret. */
export const resealKey = statement(
  'dns.reseal-zone-key',
  'update zone_key set private_key = $3, secret_id = $4 where zone_id = $1 and secret_id = $2',
)

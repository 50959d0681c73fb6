import type { Role } from '@nameyard/contracts/roles'
import { sql, statement } from '@nameyard/persistence/statement'

/** The contact of a login. */
export interface FoundAttempt {
  readonly contactId: number
  readonly resellerId: number
  readonly passwordHash: string
  /** Also false while the contact is not active. */
  readonly apiAccessEnabled: boolean
  readonly addressAllowed: boolean
  readonly username: string
  readonly role: Role
  /** Whether the contact has a second factor, which every login with its password needs. */
  readonly hasFactor: boolean
  /** Whether the account demands a second factor. */
  readonly isFactorRequired: boolean
}

/** The data that decides a login. Without such a contact, its columns are null. */
export type LoginAttempt = {
  readonly blockedUntil: Date | null
  /** Whether the contact has logged in from this network in the last 90 days. */
  readonly isKnownNetwork: boolean
} & (FoundAttempt | { readonly contactId: null; readonly passwordHash: null })

/**
 * Reads what decides a login, always one row. A contact without a password counts as unknown. The failures of the name
 * block only networks from which the contact has not logged in since `knownSince`.
 */
export const findLoginAttempt = statement<
  {
    username: string
    subjects: readonly string[]
    name: string
    network: string
    knownSince: Date
    now: Date
    address: string
  },
  LoginAttempt
>(
  'login.attempt',
  ({ username, subjects, name, network, knownSince, now, address }) => sql`
    select
      (select max(blocked_until) from login_failure
        where subject = any(${subjects}::text[] || case when known.network is null then array[${name}::text] end)
          and blocked_until > ${now}) as "blockedUntil",
      known.network is not null as "isKnownNetwork",
      contact.id as "contactId", contact.reseller_id as "resellerId", contact.password_hash as "passwordHash",
      contact.api_access_enabled and contact.is_active as "apiAccessEnabled",
      address_allowed(unmapped_range(${address}::inet), contact.api_allowed_from, contact.api_denied_from)
        as "addressAllowed",
      contact.username, contact.role,
      exists (select from factor where contact_id = contact.id and confirmed_at is not null) as "hasFactor",
      reseller.is_second_factor_required as "isFactorRequired"
    from (values (1)) as always
    left join contact on contact.username = ${username} and contact.deleted_at is null
      and contact.password_hash is not null
    left join reseller on reseller.id = contact.reseller_id
    left join login_network as known on known.contact_id = contact.id and known.network = ${network}
      and known.last_login_at > ${knownSince}`,
)

/** Reads until when the first free attempt of some subjects must wait; null when none of them waits. */
export const findBlock = statement<{ subjects: readonly string[]; now: Date }, { blockedUntil: Date | null }>(
  'login.block',
  ({ subjects, now }) => sql`
    select max(blocked_until) as "blockedUntil" from login_failure
    where subject = any(${subjects}::text[]) and blocked_until > ${now}`,
)

/**
 * Counts a failure for its subjects and returns those that were not blocked. While a subject is blocked, nothing is
 * added, so that the block ends.
 *
 * A `pair` is blocked after more than `free` failures: first for `firstWaitMs`, then twice as long after each failure, up
 * to `longestWaitMs`. Its count starts again after a window without a failure. All other subjects have at most `failures`
 * within any window: they are blocked until the oldest of these is older than the window.
 *
 * It also deletes up to 20 outdated rows, so that no timer is needed.
 */
export const recordLoginFailure = statement<
  {
    subjects: readonly string[]
    now: Date
    windowMs: number
    failures: number
    free: number
    firstWaitMs: number
    longestWaitMs: number
    /** How many failures a row keeps. */
    kept: number
  },
  { subject: string; blockedUntil: Date | null }
>(
  'login.failure',
  (given) => sql`
    with forgotten as (
      delete from login_failure where subject in (
        select subject from login_failure
        where forget_at < ${given.now}::timestamptz and subject <> all(${given.subjects}::text[])
        order by forget_at limit 20 for update skip locked))
    insert into login_failure as known (subject, failed_at, forget_at)
    select subject, array[${given.now}::timestamptz],
      ${given.now}::timestamptz + ${given.windowMs}::float8 * interval '1 millisecond'
    from unnest(${given.subjects}::text[]) as subject order by subject
    on conflict (subject) do update set (failed_at, blocked_until, forget_at) = (
      select counted.failed_at, block.until,
        case when pair.is_pair and block.until is not null
          then block.until + (excluded.forget_at - ${given.now}::timestamptz) else excluded.forget_at end
      from (select starts_with(known.subject, 'pair ') as is_pair) as pair,
        lateral (select array(
          select at from (
            select at from unnest(known.failed_at) as at
            where case when pair.is_pair then known.forget_at > ${given.now}::timestamptz
              else at > ${given.now}::timestamptz - (excluded.forget_at - ${given.now}::timestamptz) end
            order by at desc limit ${given.kept}::integer) as newest
          order by at) || ${given.now}::timestamptz as failed_at) as counted,
        lateral (select cardinality(counted.failed_at) as count) as total,
        lateral (select case
            when not pair.is_pair and count >= ${given.failures}::integer
              then counted.failed_at[count - ${given.failures}::integer + 1]
                + (excluded.forget_at - ${given.now}::timestamptz)
            when pair.is_pair and count > ${given.free}::integer
              then ${given.now}::timestamptz + interval '1 millisecond' * least(${given.longestWaitMs}::float8,
                ${given.firstWaitMs}::float8 * power(2, least(count - ${given.free}::integer - 1, 24))::float8)
          end as until) as block)
      where known.blocked_until is null or known.blocked_until <= ${given.now}::timestamptz
    returning subject, blocked_until as "blockedUntil"`,
)

import { EntitySchema } from 'typeorm'
import { statement } from '@nameyard/persistence/statement'

/** Logins that failed lately, by what they have in common. */
export interface LoginFailure {
  /** `address` with a network of clients, or `name` with the SHA-256 of a username. */
  readonly subject: string
  readonly failed_at: readonly Date[]
  /** Until then no login is looked at. */
  readonly blocked_until: Date | null
  /** From then on the row says nothing any more. */
  readonly forget_at: Date
}

export const loginFailureSchema = new EntitySchema<LoginFailure>({
  name: 'login_failure',
  columns: {
    subject: { type: 'text', primary: true },
    failed_at: { type: 'timestamptz', array: true },
    blocked_until: { type: 'timestamptz', nullable: true },
    forget_at: { type: 'timestamptz' },
  },
  indices: [{ name: 'login_failure_forget_at', columns: ['forget_at'] }],
})

/** What a login is decided on; the account's part is null where there is no such person. */
export type LoginAttempt = { readonly blocked_until: Date | null } & (
  | {
      readonly contact_id: number
      readonly reseller_id: number
      readonly password_hash: string
      /** Off too while the person may not log in at all. */
      readonly api_access_enabled: boolean
      readonly address_allowed: boolean
    }
  | { readonly contact_id: null; readonly password_hash: null }
)

/** username, what the login would be blocked by, now, address → one row; a person without a password is nobody */
export const findLoginAttempt = statement(
  'login.attempt',
  `select
     (select max(blocked_until) from login_failure where subject = any($2::text[]) and blocked_until > $3)
       as blocked_until,
     contact.id as contact_id, contact.reseller_id, contact.password_hash,
     contact.api_access_enabled and contact.is_active as api_access_enabled,
     address_allowed(unmapped_range($4::inet), contact.api_allowed_from, contact.api_denied_from) as address_allowed
   from (values (1)) as always
   left join contact on contact.username = $1 and contact.deleted_at is null and contact.password_hash is not null`,
)

/**
 * subjects, now, failures that block, milliseconds in which they count, milliseconds of the block. A failure counts
 * for as long as it lies within the window, block or not; while a block runs nothing is added, so that it ends. → the subjects it was added to
 */
export const recordLoginFailure = statement(
  'login.failure',
  `with forgotten as (
     delete from login_failure where subject in (
       select subject from login_failure where forget_at < $2 and subject <> all($1::text[])
       order by forget_at limit 20 for update skip locked))
   insert into login_failure as known (subject, failed_at, forget_at)
   select subject, array[$2::timestamptz], $2::timestamptz + $4::float8 * interval '1 millisecond'
   from unnest($1::text[]) as subject order by subject
   on conflict (subject) do update set (failed_at, blocked_until, forget_at) = (
     select recent.failed_at, block.until, greatest(excluded.forget_at, block.until)
     from (select array(select at from unnest(known.failed_at) as at
         where at > $2::timestamptz - $4::float8 * interval '1 millisecond' order by at) || $2::timestamptz as failed_at
       ) as recent,
       lateral (select case when cardinality(recent.failed_at) >= $3::integer
         then $2::timestamptz + $5::float8 * interval '1 millisecond' end as until) as block)
     where known.blocked_until is null or known.blocked_until <= $2
   returning subject`,
)

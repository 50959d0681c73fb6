import type { ApprovalDemand, ObjectLimits, Right, SpendLimits } from '@nameyard/contracts/operation'
import type { Role } from '@nameyard/contracts/roles'
import { sql, statement } from '@nameyard/persistence/statement'
import { eventKeyColumns, type EventKey } from '../account-events/key-events'

/** Rights and reach of a key. */
export interface KeyLimits {
  readonly scope: Right[]
  readonly allowedFrom: string[]
}

/** Limits of objects and of spending, as columns: null for no limit. */
interface LimitColumns {
  readonly domains: readonly string[] | null
  readonly zones: readonly string[] | null
  readonly recordNames: readonly string[] | null
  readonly recordTypes: readonly string[] | null
  readonly spendPerDay: number | null
  readonly spendPerMonth: number | null
}

/** Returns limits as columns. */
export function limitColumns(limits: ObjectLimits | undefined, spend: SpendLimits): LimitColumns {
  return {
    domains: limits?.domains ?? null,
    zones: limits?.zones ?? null,
    recordNames: limits?.recordNames ?? null,
    recordTypes: limits?.recordTypes ?? null,
    spendPerDay: spend.perDay ?? null,
    spendPerMonth: spend.perMonth ?? null,
  }
}

/** A key as it is listed. */
export interface ListedKey extends Omit<EventKey, 'id'> {
  /** Null in the row of an empty page. */
  readonly id: number | null
  readonly username: string
  readonly isValid: boolean
  readonly lastUsedFrom: string | null
  readonly total: number
}

/** Reads the role of an active contact of the account. The row stays as it is until the transaction ends. */
export const lockRole = statement<{ resellerId: number; contactId: number }, { role: Role }>(
  'key.lock_role',
  ({ resellerId, contactId }) => sql`
    select role from contact
    where id = ${contactId} and reseller_id = ${resellerId} and is_active and deleted_at is null
    for share`,
)

/** Whether an address or range contains all of the given ones; an empty list stands for all addresses. */
export const isWithin = statement<{ ranges: readonly string[]; bound: string }, { isWithin: boolean }>(
  'key.is_within',
  ({ ranges, bound }) => sql`
    select cardinality(${ranges}::text[]) > 0 and not exists (
      select from unnest(${ranges}::text[]) as range (given)
      where not unmapped_range(given::inet) <<= unmapped_range(${bound}::inet)) as "isWithin"`,
)

export const insertKey = statement<
  {
    contactId: number
    name: string
    hash: Buffer
    hint: string
    scope: readonly Right[]
    allowedFrom: readonly string[]
    expiresAt: Date | null
    unusedDays: number
    approval: ApprovalDemand | null
    now: Date
  } & LimitColumns,
  EventKey
>(
  'key.insert',
  (given) => sql`
    insert into api_key (contact_id, name, hash, hint, scope, allowed_from, expires_at, unused_days, created_at,
      domains, zones, record_names, record_types, spend_per_day, spend_per_month,
      approval)
    values (${given.contactId}, ${given.name}, ${given.hash}, ${given.hint}, ${given.scope}, ${given.allowedFrom},
      ${given.expiresAt}, ${given.unusedDays}, ${given.now}, ${given.domains}, ${given.zones}, ${given.recordNames},
      ${given.recordTypes}, ${given.spendPerDay}::float8, ${given.spendPerMonth}::float8,
      ${given.approval})
    returning ${eventKeyColumns}`,
)

/** Reads a page of the keys of an account, newest first, each with the count of all. */
export const findKeys = statement<{ resellerId: number; now: Date; limit: number; offset: number }, ListedKey>(
  'key.of_account',
  ({ resellerId, now, limit, offset }) => sql`
    with own as (
      select api_key.*, username, key_valid(api_key.*, ${now}) as is_valid
      from api_key join contact on contact.id = contact_id
      where reseller_id = ${resellerId} and deleted_at is null),
    page as (select * from own order by id desc limit ${limit} offset ${offset})
    select (select count(*) from own)::integer as total, id, name, hint, username, scope, allowed_from as "allowedFrom",
      expires_at as "expiresAt", unused_days as "unusedDays", is_valid as "isValid", domains, zones,
      record_names as "recordNames", record_types as "recordTypes",
      spend_per_day::float8 as "spendPerDay", spend_per_month::float8 as "spendPerMonth", approval,
      created_at as "createdAt", rotated_at as "rotatedAt", last_used_at as "lastUsedAt",
      host(last_used_from) as "lastUsedFrom"
    from (select) as always left join page on true order by id desc`,
)

/** Locks a key of an account. */
export const lockKey = statement<{ resellerId: number; id: number }, EventKey>(
  'key.lock',
  ({ resellerId, id }) => sql`
    select ${eventKeyColumns} from api_key
    where id = ${id} and contact_id in (
      select contact.id from contact where reseller_id = ${resellerId} and deleted_at is null)
    for update`,
)

/** Replaces the secret of a key. Its unused days count from now. */
export const replaceKey = statement<{ id: number; hash: Buffer; hint: string; now: Date }, EventKey>(
  'key.replace',
  ({ id, hash, hint, now }) => sql`
    update api_key set hash = ${hash}, hint = ${hint}, rotated_at = ${now}, ended_at = null where id = ${id}
    returning ${eventKeyColumns}`,
)

export const removeKey = statement<{ id: number }>('key.remove', ({ id }) => sql`delete from api_key where id = ${id}`)

/** Notes keys that have reached their end. Concurrent calls get different keys. */
export const endKeys = statement<{ now: Date; limit: number }, EventKey & { resellerId: number }>(
  'key.end',
  ({ now, limit }) => sql`
    update api_key set ended_at = ${now} from contact
    where contact.id = api_key.contact_id and api_key.id in (
      select id from api_key
      where ended_at is null and (expires_at is not null or unused_days > 0) and not key_valid(api_key.*, ${now})
      order by id limit ${limit} for no key update skip locked)
    returning ${eventKeyColumns}, contact.reseller_id as "resellerId"`,
)

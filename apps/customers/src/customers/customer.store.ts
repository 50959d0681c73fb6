import { join, listed, raw, sql, statement, type Sql } from '@nameyard/persistence/statement'
import { emailStatus, eventCustomerColumns, type EventCustomer } from '../account-events/customer-events'
import type { EmailVerification } from '../email-verification/email-verification.store'
import type { PartyNames } from '../party/model/party-details'
import { tagsOfCustomer } from '../tags/tag.store'
import type { CustomerDetails } from './model/customer-details'
import { fold } from './model/fold'

/** A registrant or another contact of domains: a contact object in the terms of registries. */
export interface Customer extends PartyNames, CustomerDetails {
  readonly id: number
  readonly reseller_id: number
  /** Unique over all accounts. It never changes. */
  readonly handle: string
  readonly username: string
  readonly comments_changed_at: Date | null
  readonly created_at: Date
  readonly updated_at: Date
  readonly deleted_at: Date | null
  /** Until when the data of a deleted customer stay; null when no duty keeps them. */
  readonly kept_until: Date | null
  /** An order with a copy of the customer may be in progress until then; null when there was none. */
  readonly snapshot_until: Date | null
  /** In lower case, for patterns and sorting; see {@link fold}. */
  readonly first_name_folded: string
  readonly last_name_folded: string
  readonly prefix_folded: string
  readonly initials_folded: string
  readonly company_name_folded: string
  readonly email_folded: string
  readonly comments_folded: string
  /** Names, company and handle in lower case, each between `U+0001`. A trigger maintains this and the next column. */
  readonly searched: string
  /** First name, prefix and last name, each folded. */
  readonly full_name_folded: string
  /** Comments in lower case; null when they are longer than 200 characters. */
  readonly comments_short: string | null
}

/** The columns that reads return. They leave out the data for registries, which is large and seldom needed. */
const shown = [
  'id',
  'reseller_id',
  'handle',
  'username',
  'first_name',
  'prefix',
  'initials',
  'last_name',
  'company_name',
  'email',
  'street',
  'house_number',
  'house_suffix',
  'zipcode',
  'city',
  'state',
  'country',
  'phone_country_code',
  'phone_area_code',
  'phone_subscriber_number',
  'fax_country_code',
  'fax_area_code',
  'fax_subscriber_number',
  'vat',
  'locale',
  'comments',
  'comments_changed_at',
  'deleted_at',
] as const satisfies readonly (keyof Customer)[]

export type ShownCustomer = Pick<Customer, (typeof shown)[number]> &
  Partial<Pick<Customer, 'additional_data' | 'extension_additional_data'>> & {
    /** Verification status of the address, which other customers may share; null when it was never verified or required. */
    readonly email_status: EmailVerification['status'] | null
    readonly tags: readonly string[]
  }

/** The columns of a {@link ShownCustomer}. Selecting them makes a read a quarter cheaper than selecting all. */
export const shownColumns = sql`
    ${raw(shown.join(', '))},
    ${emailStatus},
    ${tagsOfCustomer}`

/** The same with the data for registries. */
export const wholeColumns = sql`${shownColumns}, additional_data, extension_additional_data`

/** Reads customers of any account. */
export const findByHandles = statement<{ handles: readonly string[] }, ShownCustomer>(
  'customer.by_handles',
  ({ handles }) =>
    sql`select ${shownColumns} from customer where handle = any(${listed(handles, 'text')}) and deleted_at is null`,
)

/** The same with {@link wholeColumns}. */
export const findWholeByHandles = statement<{ handles: readonly string[] }, ShownCustomer>(
  'customer.whole_by_handles',
  ({ handles }) =>
    sql`select ${wholeColumns} from customer where handle = any(${listed(handles, 'text')}) and deleted_at is null`,
)

/** The declared citizenship for .eu, and what registries ask about people and organizations. */
export const citizen = sql`additional_data ->> 'company_registration_number' as registration_number,
    additional_data ->> 'birth_date' as birth_date, additional_data ->> 'birth_city' as birth_city,
    additional_data ->> 'birth_zipcode' as birth_zipcode, additional_data ->> 'birth_country' as birth_country,
    additional_data ->> 'social_security_number' as personal_number,
    (select jsonb_object_agg(lower(ltrim(entry ->> 'name', '.')), entry -> 'data' ->> 'legal_type')
    from jsonb_array_elements(extension_additional_data) entry
    where entry -> 'data' ->> 'legal_type' <> '') as legal_forms,
    (select entry -> 'data' ->> 'country_of_citizenship'
    from jsonb_array_elements(extension_additional_data) entry
    where lower(ltrim(entry ->> 'name', '.')) = 'eu' limit 1) as citizenship`

/** What {@link findForSnapshot} and {@link holdForOrder} add to a {@link ShownCustomer}. */
export interface Citizen {
  readonly citizenship: string | null
  readonly registration_number: string | null
  readonly birth_date: string | null
  readonly birth_city: string | null
  readonly birth_zipcode: string | null
  readonly birth_country: string | null
  readonly personal_number: string | null
  /** Legal forms by extension, in lower case without a dot. */
  readonly legal_forms: Readonly<Record<string, string>> | null
}

/** Reads customers of an account for a copy. */
export const findForSnapshot = statement<
  { resellerId: number; handles: readonly string[] },
  ShownCustomer & Citizen & Pick<Customer, 'snapshot_until'>
>(
  'customer.for_snapshot',
  ({ resellerId, handles }) => sql`
    select ${shownColumns}, snapshot_until, ${citizen} from customer
    where handle = any(${listed(handles, 'text')}) and reseller_id = ${resellerId} and deleted_at is null`,
)

/** Holds customers until a time and reads them. Rows are locked in the order of their ids, which prevents deadlocks. */
export const holdForOrder = statement<{ ids: readonly number[]; until: Date }, ShownCustomer & Citizen>(
  'customer.hold',
  ({ ids, until }) => sql`
    with held as (
      select id from customer where id = any(${ids}::integer[]) and deleted_at is null order by id for no key update)
    update customer set snapshot_until = greatest(snapshot_until, ${until}) where id in (select id from held)
    returning ${shownColumns}, ${citizen}`,
)

/** Reads a customer with all columns and locks it. */
export const lockCustomer = statement<
  { resellerId: number; handle: string },
  Customer & Pick<EventCustomer, 'email_status'>
>(
  'customer.lock',
  ({ resellerId, handle }) =>
    sql`select *, ${emailStatus} from customer where handle = ${handle} and reseller_id = ${resellerId} and deleted_at is null for no key update`,
)

/** Deletes a customer: empties all columns about the person. The handle, the country and the times stay, for the history. */
export const eraseCustomer = statement<{ id: number; now: Date; deletedAt: Date }, EventCustomer>(
  'customer.delete',
  ({ id, now, deletedAt }) => sql`
    update customer set deleted_at = ${deletedAt}, updated_at = ${now}, kept_until = null, comments_changed_at = null,
      username = '', first_name = '', prefix = '', initials = '', last_name = '', company_name = '',
      email = '', street = '', house_number = '', house_suffix = '', zipcode = '', city = '', state = '',
      phone_country_code = '', phone_area_code = '', phone_subscriber_number = '', fax_country_code = '',
      fax_area_code = '', fax_subscriber_number = '', vat = '', comments = '', first_name_folded = '',
      prefix_folded = '', initials_folded = '', last_name_folded = '', company_name_folded = '',
      email_folded = '', comments_folded = '',
      additional_data = '{}', extension_additional_data = '[]'
    where id = ${id} returning ${eventCustomerColumns}`,
)

/** Deletes a customer whose data must stay for some time. */
export const keepDeleted = statement<{ id: number; now: Date; until: Date }, EventCustomer>(
  'customer.keep-deleted',
  ({ id, now, until }) => sql`
    update customer set deleted_at = ${now}, updated_at = ${now}, kept_until = ${until} where id = ${id}
    returning ${eventCustomerColumns}`,
)

/** Locks deleted customers whose data need not stay any more. */
export const lockKept = statement<
  { now: Date; limit: number },
  Pick<Customer, 'deleted_at' | 'email_folded' | 'handle' | 'id' | 'reseller_id'>
>(
  'customer.lock-kept',
  ({ now, limit }) => sql`
    select id, reseller_id, handle, email_folded, deleted_at from customer
    where kept_until <= ${now} order by kept_until limit ${limit} for update skip locked`,
)

/** When the first duty to keep the data of a deleted customer ends. */
export const firstDutyEnd = statement<void, { until: Date | null }>(
  'customer.first-duty-end',
  () => sql`select min(kept_until) as until from customer where kept_until is not null`,
)

/** Takes the tags of a customer. */
export const untag = statement<{ id: number }>(
  'customer.untag',
  ({ id }) => sql`delete from customer_tag where customer_id = ${id}`,
)

/** The columns of a new customer, except id and handle. */
export const newColumns = [
  'reseller_id',
  'username',
  'first_name',
  'prefix',
  'initials',
  'last_name',
  'company_name',
  'email',
  'street',
  'house_number',
  'house_suffix',
  'zipcode',
  'city',
  'state',
  'country',
  'phone_country_code',
  'phone_area_code',
  'phone_subscriber_number',
  'fax_country_code',
  'fax_area_code',
  'fax_subscriber_number',
  'vat',
  'locale',
  'comments',
  'comments_changed_at',
  'additional_data',
  'extension_additional_data',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof Customer)[]

/** Searchable text columns and their folded columns. */
const foldedColumns = {
  first_name: 'first_name_folded',
  prefix: 'prefix_folded',
  initials: 'initials_folded',
  last_name: 'last_name_folded',
  company_name: 'company_name_folded',
  email: 'email_folded',
  comments: 'comments_folded',
} as const satisfies Partial<Record<keyof Customer, keyof Customer>>

const jsonColumns: ReadonlySet<string> = new Set(['additional_data', 'extension_additional_data'])

/** Returns the given columns with their folded columns, as they are written. */
export function written(row: Partial<Customer>): Record<string, unknown> {
  const columns = Object.entries(row) as [keyof Customer, unknown][]
  return Object.fromEntries([
    // `pg` writes a list as a PostgreSQL array, unless it is JSON text already.
    ...columns.map(([column, value]) => [column, jsonColumns.has(column) ? JSON.stringify(value) : value]),
    ...columns
      .filter(([column]) => column in foldedColumns)
      .map(([column, value]) => [foldedColumns[column as 'email'], fold(value as string)]),
  ])
}

const insertedColumns = [...newColumns, ...Object.values(foldedColumns)]

/** The columns of a new customer, with their folded columns. */
export type WrittenCustomer = Readonly<Record<(typeof insertedColumns)[number], unknown>>

/** Inserts a customer, given its {@link written} columns and the two parts of its handle around the number. */
export const insertCustomer = statement<
  WrittenCustomer & { initials_of_handle: string; country_of_handle: string },
  EventCustomer
>(
  'customer.insert',
  (given) => sql`
    insert into customer (handle, ${raw(insertedColumns.join(', '))})
    values (${given.initials_of_handle}::text || nextval('customer_handle_number') || '-'
      || ${given.country_of_handle}::text,
      ${join(insertedColumns.map((column) => given[column]))})
    returning ${eventCustomerColumns}`,
)

/** Updates some columns of a customer. */
export function updateOf(id: number, changed: Partial<Customer>): Sql {
  const sets = Object.entries(written(changed)).map(([column, value]) => sql`${raw(column)} = ${value}`)
  return sql`update customer set ${join(sets)} where id = ${id} returning ${eventCustomerColumns}`
}

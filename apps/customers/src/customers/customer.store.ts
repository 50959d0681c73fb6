import { EntitySchema } from 'typeorm'
import type { WireCustomer } from '@nameyard/contracts/customers/customer'
import { printDate } from '@nameyard/contracts/primitives/dates'
import { statement, type Statement } from '@nameyard/persistence/statement'
import type { EmailVerification } from '../email-verification/email-verification.store'
import { tagsOfCustomer } from '../tags/tag.store'
import type { CustomerDetails } from './model/customer-details'
import { fold } from './model/fold'
import { particularsOnWire, type PartyNames } from './model/particulars'

/** A registrant or another contact of domains; what the registries know as a contact object. */
export interface Customer extends PartyNames, CustomerDetails {
  readonly id: number
  readonly reseller_id: number
  /** Unique over all accounts; given once and never changed. */
  readonly handle: string
  readonly username: string
  readonly comments_changed_at: Date | null
  readonly created_at: Date
  readonly updated_at: Date
  readonly deleted_at: Date | null
  /** An order that copied the customer may be under way until then; null when none ever did. */
  readonly snapshot_until: Date | null
  /** Without case, for patterns and sorting; see {@link fold}. */
  readonly first_name_folded: string
  readonly last_name_folded: string
  readonly prefix_folded: string
  readonly initials_folded: string
  readonly company_name_folded: string
  readonly email_folded: string
  readonly comments_folded: string
  /** Names, company and handle without case, each between `U+0001`; kept by a trigger, as the next one is. */
  readonly searched: string
  /** First name, prefix and last name, each folded; kept by the same trigger. */
  readonly full_name_folded: string
  /** Comments without case; null where they are longer than 200 characters. */
  readonly comments_short: string | null
}

/** How many customers an account has; kept by triggers on `customer`. */
export interface CustomerCount {
  readonly reseller_id: number
  readonly companies: number
  readonly individuals: number
}

const text = { type: 'text' } as const
/** Sorted and searched by byte, alike on every cluster. */
const folded = { type: 'text', collation: 'C' } as const
const live = 'deleted_at is null'

export const customerSchema = new EntitySchema<Customer>({
  name: 'customer',
  columns: {
    id: { type: 'integer', primary: true, generated: 'increment' },
    reseller_id: { type: 'integer', foreignKey: { target: 'reseller', inverseSide: 'id', name: 'customer_reseller' } },
    handle: folded,
    username: text,
    first_name: text,
    prefix: text,
    initials: text,
    last_name: text,
    company_name: text,
    email: text,
    street: text,
    house_number: text,
    house_suffix: text,
    zipcode: text,
    city: text,
    state: text,
    country: text,
    phone_country_code: text,
    phone_area_code: text,
    phone_subscriber_number: text,
    fax_country_code: text,
    fax_area_code: text,
    fax_subscriber_number: text,
    vat: text,
    locale: text,
    comments: text,
    comments_changed_at: { type: 'timestamptz', nullable: true },
    additional_data: { type: 'jsonb' },
    extension_additional_data: { type: 'jsonb' },
    created_at: { type: 'timestamptz' },
    updated_at: { type: 'timestamptz' },
    deleted_at: { type: 'timestamptz', nullable: true },
    snapshot_until: { type: 'timestamptz', nullable: true },
    first_name_folded: folded,
    last_name_folded: folded,
    prefix_folded: folded,
    initials_folded: folded,
    full_name_folded: folded,
    company_name_folded: folded,
    email_folded: folded,
    comments_folded: folded,
    searched: folded,
    comments_short: { ...folded, nullable: true },
  },
  uniques: [{ name: 'customer_handle', columns: ['handle'] }],
  indices: [
    { name: 'customer_company_name', columns: ['reseller_id', 'company_name_folded', 'id'], where: live },
    { name: 'customer_long_comments', columns: ['reseller_id', 'id'], where: `${live} and comments_short is null` },
    // With columns it carries, on an expression and inverted: what TypeORM cannot write down.
    ...[
      'customer_reseller_id',
      'customer_by_last_name',
      'customer_by_first_name',
      'customer_by_email',
      'customer_by_handle',
      'customer_by_full_name',
      'customer_by_prefix',
      'customer_by_initials',
      'customer_email',
      'customer_trigrams',
      'customer_searched',
      'customer_company',
      'customer_individual',
      'customer_with_comments',
    ].map((name) => ({
      name,
      columns: ['reseller_id', 'id'],
      synchronize: false as const,
    })),
  ],
})

export const customerCountSchema = new EntitySchema<CustomerCount>({
  name: 'customer_count',
  columns: {
    reseller_id: {
      type: 'integer',
      primary: true,
      foreignKey: { target: 'reseller', inverseSide: 'id', name: 'customer_count_reseller' },
    },
    companies: { type: 'integer' },
    individuals: { type: 'integer' },
  },
})

/** What reads do not fetch; what registries ask for is large and seldom wanted. */
const unshown = [
  'additional_data',
  'extension_additional_data',
  'created_at',
  'updated_at',
  'snapshot_until',
  'first_name_folded',
  'last_name_folded',
  'prefix_folded',
  'initials_folded',
  'full_name_folded',
  'company_name_folded',
  'email_folded',
  'comments_folded',
  'searched',
  'comments_short',
] as const satisfies readonly (keyof Customer)[]

/** What reads fetch. */
export type ShownCustomer = Omit<Customer, (typeof unshown)[number]> &
  Partial<Pick<Customer, 'additional_data' | 'extension_additional_data'>> & {
    /** Of the address, whoever else has it; null when it was never to be verified. */
    readonly email_status: EmailVerification['status'] | null
    readonly tags: readonly string[]
  }

const verificationStates = {
  'not verified': null,
  'in progress': 'REQ',
  verified: 'ACT',
  failed: 'FAI',
} as const satisfies Record<EmailVerification['status'], WireCustomer['email_verification_status']>

/** A customer as the wire shows it; the extra data of registries only when it was asked for, and then fetched. */
export function toWire(row: ShownCustomer, withAdditionalData: boolean): WireCustomer {
  const wire: WireCustomer = {
    id: row.id,
    handle: row.handle,
    reseller_id: row.reseller_id,
    ...particularsOnWire(row),
    email: row.email,
    email_verification_status: row.email_status && verificationStates[row.email_status],
    username: row.username,
    comments_last_changed_at: printDate(row.comments_changed_at),
    tags: row.tags.map((value) => ({ key: 'customer', value })),
    is_deleted: row.deleted_at !== null,
    deleted_at: printDate(row.deleted_at),
  }
  if (withAdditionalData) {
    wire.additional_data = row.additional_data
    wire.extension_additional_data = row.extension_additional_data
  }
  return wire
}

/** The columns of a {@link ShownCustomer}; naming them makes a read a quarter cheaper than fetching all. */
export const shownColumns = [
  ...Object.keys(customerSchema.options.columns).filter((column) => !(unshown as readonly string[]).includes(column)),
  `(select status from email_verification
    where email_verification.reseller_id = customer.reseller_id and address = email_folded) as email_status`,
  tagsOfCustomer,
].join(', ')

/** The same and what registries ask for. */
export const wholeColumns = `${shownColumns}, additional_data, extension_additional_data`

/** handles → those that exist, of any account */
export const findByHandles = statement(
  'customer.by_handles',
  `select ${shownColumns} from customer where handle = any($1::text[]) and deleted_at is null`,
)

/** The same with {@link wholeColumns}. */
export const findWholeByHandles = statement(
  'customer.whole_by_handles',
  `select ${wholeColumns} from customer where handle = any($1::text[]) and deleted_at is null`,
)

/** The citizenship that a customer declared for .eu. */
const citizenship = `(select entry -> 'data' ->> 'country_of_citizenship'
    from jsonb_array_elements(extension_additional_data) entry
    where lower(ltrim(entry ->> 'name', '.')) = 'eu' limit 1) as citizenship`

/** What {@link findForSnapshot} and {@link holdForOrder} add to a {@link ShownCustomer}. */
export interface Citizen {
  readonly citizenship: string | null
}

/** account, handles → those that exist */
export const findForSnapshot = statement(
  'customer.for_snapshot',
  `select ${shownColumns}, snapshot_until, ${citizenship} from customer
   where handle = any($2::text[]) and reseller_id = $1 and deleted_at is null`,
)

/** ids, until when an order may be under way → those that still exist; locked in one order, so that none wait in a ring */
export const holdForOrder = statement(
  'customer.hold',
  `with held as (
     select id from customer where id = any($1::integer[]) and deleted_at is null order by id for no key update)
   update customer set snapshot_until = greatest(snapshot_until, $2) where id in (select id from held)
   returning ${shownColumns}, ${citizenship}`,
)

/** account, handle → the whole row, locked */
export const lockCustomer = statement(
  'customer.lock',
  'select * from customer where handle = $2 and reseller_id = $1 and deleted_at is null for no key update',
)

/** id, now */
export const markCustomerDeleted = statement('customer.delete', 'update customer set deleted_at = $2 where id = $1')

/** The columns of a new customer beside its id and its handle, in the order their values are given. */
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

/** Texts that patterns look at, and the column each is folded into. */
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

/** The values of columns, then those of the columns they are folded into; see {@link writtenColumns}. */
export function rowValues<Column extends keyof Customer>(
  columns: readonly Column[],
  row: Pick<Customer, Column>,
): unknown[] {
  return [
    // `pg` writes a list as an array of PostgreSQL unless it is JSON text already.
    ...columns.map((column) => (jsonColumns.has(column) ? JSON.stringify(row[column]) : row[column])),
    ...columns.filter((column) => column in foldedColumns).map((column) => fold(row[column] as string)),
  ]
}

function writtenColumns(columns: readonly (keyof Customer)[]): string[] {
  return [
    ...columns,
    ...columns.filter((column) => column in foldedColumns).map((column) => foldedColumns[column as 'email']),
  ]
}

const insertedColumns = writtenColumns(newColumns)

/** handle's letters, handle's country, then the {@link rowValues} of {@link newColumns} → id, handle */
export const insertCustomer = statement(
  'customer.insert',
  `insert into customer (handle, ${insertedColumns.join(', ')})
   values ($1::text || nextval('customer_handle_number') || '-' || $2::text, ${insertedColumns.map((_, index) => `$${index + 3}`).join(', ')})
   returning id, handle`,
)

/** The change of some columns of one customer. */
export function updateOf(id: number, changed: Partial<Customer>): { statement: Statement; values: unknown[] } {
  const columns = Object.keys(changed) as (keyof Customer)[]
  const sets = writtenColumns(columns).map((column, index) => `${column} = $${index + 2}`)
  return {
    statement: statement('', `update customer set ${sets.join(', ')} where id = $1`),
    values: [id, ...rowValues(columns, changed as Customer)],
  }
}

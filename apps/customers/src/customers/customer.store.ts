import { EntitySchema } from 'typeorm'
import type { customer } from '@nameyard/contracts/customers/customer'
import { printDate } from '@nameyard/contracts/primitives/dates'
import { statement } from '@nameyard/persistence/statement'
import type { z } from 'zod'

export type WireCustomer = z.input<typeof customer>

/** A registrant or another contact of domains; what the registries know as a contact object. */
export interface Customer {
  readonly id: number
  readonly reseller_id: number
  /** Unique over all accounts; given once and never changed. */
  readonly handle: string
  readonly username: string
  readonly first_name: string
  readonly prefix: string
  readonly initials: string
  readonly last_name: string
  /** Empty for a private person. */
  readonly company_name: string
  readonly email: string
  readonly street: string
  readonly house_number: string
  readonly house_suffix: string
  readonly zipcode: string
  readonly city: string
  readonly state: string
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  readonly phone_country_code: string
  readonly phone_area_code: string
  readonly phone_subscriber_number: string
  readonly fax_country_code: string
  readonly fax_area_code: string
  readonly fax_subscriber_number: string
  readonly vat: string
  readonly locale: string
  readonly comments: string
  readonly comments_changed_at: Date | null
  readonly tags: NonNullable<WireCustomer['tags']>
  readonly additional_data: NonNullable<WireCustomer['additional_data']>
  readonly extension_additional_data: NonNullable<WireCustomer['extension_additional_data']>
  readonly created_at: Date
  readonly updated_at: Date
  readonly deleted_at: Date | null
}

const text = { type: 'text' } as const

export const customerSchema = new EntitySchema<Customer>({
  name: 'customer',
  columns: {
    id: { type: 'integer', primary: true, generated: 'increment' },
    reseller_id: { type: 'integer', foreignKey: { target: 'reseller', inverseSide: 'id', name: 'customer_reseller' } },
    handle: text,
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
    tags: { type: 'jsonb' },
    additional_data: { type: 'jsonb' },
    extension_additional_data: { type: 'jsonb' },
    created_at: { type: 'timestamptz' },
    updated_at: { type: 'timestamptz' },
    deleted_at: { type: 'timestamptz', nullable: true },
  },
  uniques: [{ name: 'customer_handle', columns: ['handle'] }],
  indices: [
    { name: 'customer_reseller_id', columns: ['reseller_id', 'id'] },
    // On expressions, which TypeORM cannot write down.
    ...['last_name', 'first_name', 'company_name', 'email'].map((column) => ({
      name: `customer_${column}`,
      columns: ['reseller_id', column],
      synchronize: false as const,
    })),
  ],
})

/** What reads fetch; what registries ask for beside it is large and seldom wanted. */
export type ShownCustomer = Omit<Customer, UnshownColumn> &
  Partial<Pick<Customer, 'additional_data' | 'extension_additional_data'>>

type UnshownColumn = 'additional_data' | 'extension_additional_data' | 'created_at' | 'updated_at'

/** A customer as the wire shows it; the extra data of registries only when it was asked for, and then fetched. */
export function toWire(row: ShownCustomer, withAdditionalData: boolean): WireCustomer {
  const { first_name, last_name, prefix, initials } = row
  const wire: WireCustomer = {
    id: row.id,
    handle: row.handle,
    reseller_id: row.reseller_id,
    company_name: row.company_name,
    name: { first_name, last_name, prefix, initials, full_name: fullName(row) },
    address: {
      street: row.street,
      number: row.house_number,
      suffix: row.house_suffix,
      zipcode: row.zipcode,
      city: row.city,
      state: row.state,
      country: row.country,
    },
    phone: {
      country_code: row.phone_country_code,
      area_code: row.phone_area_code,
      subscriber_number: row.phone_subscriber_number,
    },
    fax: {
      country_code: row.fax_country_code,
      area_code: row.fax_area_code,
      subscriber_number: row.fax_subscriber_number,
    },
    email: row.email,
    username: row.username,
    vat: row.vat,
    locale: row.locale,
    comments: row.comments,
    comments_last_changed_at: printDate(row.comments_changed_at),
    tags: row.tags,
    is_deleted: row.deleted_at !== null,
    deleted_at: printDate(row.deleted_at),
  }
  if (withAdditionalData) {
    wire.additional_data = row.additional_data
    wire.extension_additional_data = row.extension_additional_data
  }
  return wire
}

/** First name, prefix and last name; what a registry learns as the contact's name. */
export function fullName({ first_name, prefix, last_name }: Pick<Customer, 'first_name' | 'prefix' | 'last_name'>) {
  return [first_name, prefix, last_name].filter((part) => part !== '').join(' ')
}

/** The columns of a {@link ShownCustomer}; naming them makes a read a quarter cheaper than fetching all. */
export const shownColumns = Object.keys(customerSchema.options.columns)
  .filter((column) => !['additional_data', 'extension_additional_data', 'created_at', 'updated_at'].includes(column))
  .join(', ')

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
  'tags',
  'additional_data',
  'extension_additional_data',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof Customer)[]

/** handle's letters, handle's country, then {@link newColumns} → handle */
export const insertCustomer = statement(
  'customer.insert',
  `insert into customer (handle, ${newColumns.join(', ')})
   values ($1::text || nextval('customer_handle_number') || '-' || $2::text, ${newColumns.map((_, index) => `$${index + 3}`).join(', ')})
   returning handle`,
)

import type { createCustomer } from '@nameyard/contracts/customers/create-customer'
import type { Input } from '@nameyard/contracts/operation'
import { countryCode } from './phone'

/** Address, telephone and further details of a customer or an account. */
export interface PartyDetails {
  readonly street: string
  readonly house_number: string
  readonly house_suffix: string
  readonly zipcode: string
  readonly city: string
  readonly state: string
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  /** With a plus. The other parts of a number are stored as written. */
  readonly phone_country_code: string
  readonly phone_area_code: string
  readonly phone_subscriber_number: string
  readonly fax_country_code: string
  readonly fax_area_code: string
  readonly fax_subscriber_number: string
  readonly vat: string
  readonly locale: string
  readonly comments: string
}

/** The names of a customer or an account. */
export interface PartyNames {
  readonly first_name: string
  readonly prefix: string
  readonly initials: string
  readonly last_name: string
  /** Empty for a private person. */
  readonly company_name: string
}

type Party = Input<typeof createCustomer>
type Parts = { readonly [Part in 'name' | 'address' | 'phone' | 'fax']?: Partial<NonNullable<Party[Part]>> | undefined }
type Texts = { readonly [Text in 'company_name' | 'vat' | 'locale' | 'comments']?: Party[Text] | undefined }

/** Converts the details of a request into columns. A field that is not in the request is not in the result. */
export function partyDetailsIn({ address, phone, fax, vat, locale, comments }: Parts & Texts): Partial<PartyDetails> {
  return named<PartyDetails>({
    street: address?.street,
    house_number: address?.number,
    house_suffix: address?.suffix,
    zipcode: address?.zipcode,
    city: address?.city,
    state: address?.state,
    country: address?.country?.trim().toUpperCase(),
    phone_country_code: phone?.country_code && countryCode(phone.country_code),
    phone_area_code: phone?.area_code,
    phone_subscriber_number: phone?.subscriber_number,
    fax_country_code: fax?.country_code && countryCode(fax.country_code),
    fax_area_code: fax?.area_code,
    fax_subscriber_number: fax?.subscriber_number,
    vat,
    locale,
    comments,
  })
}

/** Converts the names of a request into columns. */
export function namesIn({ name, company_name }: Parts & Texts): Partial<PartyNames> {
  return named<PartyNames>({
    first_name: name?.first_name,
    prefix: name?.prefix,
    initials: name?.initials,
    last_name: name?.last_name,
    company_name,
  })
}

/** Returns the columns that are defined. */
export function named<Columns>(columns: {
  [Column in keyof Columns]: Columns[Column] | undefined
}): Partial<Columns> {
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as Partial<Columns>
}

/** Adds the other parts of a changed telephone or fax number, because a number is validated as a whole. */
export function withWholeNumbers<Columns extends object>(before: PartyDetails, changed: Columns): Columns {
  const numbers = (['phone', 'fax'] as const).filter((kind) =>
    Object.keys(changed).some((column) => column.startsWith(`${kind}_`)),
  )
  const columns = numbers.flatMap(
    (kind) => [`${kind}_country_code`, `${kind}_area_code`, `${kind}_subscriber_number`] as const,
  )
  return { ...Object.fromEntries(columns.map((column) => [column, before[column]])), ...changed }
}

/** Returns first name, prefix and last name: the contact name at registries. */
export function fullName({ first_name, prefix, last_name }: Pick<PartyNames, 'first_name' | 'prefix' | 'last_name'>) {
  return [first_name, prefix, last_name].filter((part) => part !== '').join(' ')
}

/** The wire form of a name, with the full name. */
export function nameOnWire(row: Omit<PartyNames, 'company_name'>) {
  const { first_name, last_name, prefix, initials } = row
  return { first_name, last_name, prefix, initials, full_name: fullName(row) }
}

type Place = 'street' | 'house_number' | 'house_suffix' | 'zipcode' | 'city' | 'state' | 'country'

/** The wire form of an address. */
export function addressOnWire(row: Pick<PartyDetails, Place>) {
  return {
    street: row.street,
    number: row.house_number,
    suffix: row.house_suffix,
    zipcode: row.zipcode,
    city: row.city,
    state: row.state,
    country: row.country,
  }
}

/** The wire form of a telephone number. */
export function phoneOnWire(
  row: Pick<PartyDetails, 'phone_country_code' | 'phone_area_code' | 'phone_subscriber_number'>,
) {
  return {
    country_code: row.phone_country_code,
    area_code: row.phone_area_code,
    subscriber_number: row.phone_subscriber_number,
  }
}

/** The wire form of names and details. */
export function partyOnWire(row: PartyDetails & PartyNames) {
  return {
    company_name: row.company_name,
    name: nameOnWire(row),
    address: addressOnWire(row),
    phone: phoneOnWire(row),
    fax: {
      country_code: row.fax_country_code,
      area_code: row.fax_area_code,
      subscriber_number: row.fax_subscriber_number,
    },
    vat: row.vat,
    locale: row.locale,
    comments: row.comments,
  }
}

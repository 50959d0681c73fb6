import type { createCustomer } from '@nameyard/contracts/customers/create-customer'
import type { Input } from '@nameyard/contracts/operation'
import { countryCode } from './phone'

/** Where a customer or an account is and how it is reached. */
export interface Particulars {
  readonly street: string
  readonly house_number: string
  readonly house_suffix: string
  readonly zipcode: string
  readonly city: string
  readonly state: string
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  /** With its plus; the other parts of a number as they were written. */
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

/** Who it is. */
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

/** What a request says of them, in the terms of a row; what it does not name is not there. Texts stay as they were written. */
export function particularsIn({ address, phone, fax, vat, locale, comments }: Parts & Texts): Partial<Particulars> {
  return named<Particulars>({
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

/** The names of a request, in the terms of a row. */
export function namesIn({ name, company_name }: Parts & Texts): Partial<PartyNames> {
  return named<PartyNames>({
    first_name: name?.first_name,
    prefix: name?.prefix,
    initials: name?.initials,
    last_name: name?.last_name,
    company_name,
  })
}

/** The columns that are there. */
export function named<Columns>(columns: {
  [Column in keyof Columns]: Columns[Column] | undefined
}): Partial<Columns> {
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as Partial<Columns>
}

/** Whoever changes one part of a number says something about the whole number. */
export function withWholeNumbers<Columns extends object>(before: Particulars, changed: Columns): Columns {
  const numbers = (['phone', 'fax'] as const).filter((kind) =>
    Object.keys(changed).some((column) => column.startsWith(`${kind}_`)),
  )
  const columns = numbers.flatMap(
    (kind) => [`${kind}_country_code`, `${kind}_area_code`, `${kind}_subscriber_number`] as const,
  )
  return { ...Object.fromEntries(columns.map((column) => [column, before[column]])), ...changed }
}

/** First name, prefix and last name; what a registry learns as the contact's name. */
export function fullName({ first_name, prefix, last_name }: Pick<PartyNames, 'first_name' | 'prefix' | 'last_name'>) {
  return [first_name, prefix, last_name].filter((part) => part !== '').join(' ')
}

/** A name as the wire shows it, with the full one. */
export function nameOnWire(row: Omit<PartyNames, 'company_name'>) {
  const { first_name, last_name, prefix, initials } = row
  return { first_name, last_name, prefix, initials, full_name: fullName(row) }
}

type Place = 'street' | 'house_number' | 'house_suffix' | 'zipcode' | 'city' | 'state' | 'country'

/** An address as the wire shows it. */
export function addressOnWire(row: Pick<Particulars, Place>) {
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

/** A telephone number as the wire shows it. */
export function phoneOnWire(
  row: Pick<Particulars, 'phone_country_code' | 'phone_area_code' | 'phone_subscriber_number'>,
) {
  return {
    country_code: row.phone_country_code,
    area_code: row.phone_area_code,
    subscriber_number: row.phone_subscriber_number,
  }
}

/** Both as the wire shows them. */
export function particularsOnWire(row: Particulars & PartyNames) {
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

import type { createCustomer } from '@nameyard/contracts/customers/create-customer'
import type { WireCustomer } from '@nameyard/contracts/customers/customer'
import type { updateCustomer } from '@nameyard/contracts/customers/update-customer'
import type { Input } from '@nameyard/contracts/operation'
import { countryCode } from './phone'

/** What a customer says about itself and may say anew. */
export interface CustomerDetails {
  readonly email: string
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
  readonly additional_data: NonNullable<WireCustomer['additional_data']>
  readonly extension_additional_data: NonNullable<WireCustomer['extension_additional_data']>
}

/** What it says once. */
export interface CustomerNames {
  readonly first_name: string
  readonly prefix: string
  readonly initials: string
  readonly last_name: string
  /** Empty for a private person. */
  readonly company_name: string
}

type Given = Omit<Input<typeof updateCustomer>, 'handle'> | Input<typeof createCustomer>

/** What a request says, in the terms of the row; what it does not name is not there. Texts stay as they were written. */
export function detailsIn(given: Given): Partial<CustomerDetails> {
  const { address, phone, fax } = given
  return named<CustomerDetails>({
    email: given.email?.trim(),
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
    vat: given.vat,
    locale: given.locale,
    comments: given.comments,
    additional_data: given.additional_data,
    extension_additional_data: given.extension_additional_data,
  })
}

/** The names of a request, in the terms of the row. */
export function namesIn({ name, company_name }: Pick<Given, 'name' | 'company_name'>): Partial<CustomerNames> {
  return named<CustomerNames>({
    first_name: name?.first_name,
    prefix: name?.prefix,
    initials: name?.initials,
    last_name: name?.last_name,
    company_name,
  })
}

function named<Columns>(columns: { [Column in keyof Columns]: Columns[Column] | undefined }): Partial<Columns> {
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as Partial<Columns>
}

/** Language of a customer who names none. */
const LOCALE = 'en_GB'

/** A new customer: what it did not say is empty. */
export function newDetails(given: Input<typeof createCustomer>): CustomerDetails & CustomerNames {
  return { ...nothingSaid, ...detailsIn(given), ...namesIn(given) }
}

const nothingSaid: CustomerDetails & CustomerNames = {
  first_name: '',
  prefix: '',
  initials: '',
  last_name: '',
  company_name: '',
  email: '',
  street: '',
  house_number: '',
  house_suffix: '',
  zipcode: '',
  city: '',
  state: '',
  country: '',
  phone_country_code: '',
  phone_area_code: '',
  phone_subscriber_number: '',
  fax_country_code: '',
  fax_area_code: '',
  fax_subscriber_number: '',
  vat: '',
  locale: LOCALE,
  comments: '',
  additional_data: {},
  extension_additional_data: [],
}

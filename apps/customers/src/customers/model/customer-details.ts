import type { createCustomer } from '@nameyard/contracts/customers/create-customer'
import type { WireCustomer } from '@nameyard/contracts/customers/customer'
import type { updateCustomer } from '@nameyard/contracts/customers/update-customer'
import type { Input } from '@nameyard/contracts/operation'
import { named, namesIn, partyDetailsIn, type PartyDetails, type PartyNames } from '../../party/model/party-details'

/** The details of a customer that can change. Its names cannot. */
export interface CustomerDetails extends PartyDetails {
  readonly email: string
  readonly additional_data: NonNullable<WireCustomer['additional_data']>
  readonly extension_additional_data: NonNullable<WireCustomer['extension_additional_data']>
}

type Given = Omit<Input<typeof updateCustomer>, 'handle'> | Input<typeof createCustomer>

/** Converts a request into columns. A field that is not in the request is not in the result. */
export function detailsIn(given: Given): Partial<CustomerDetails> {
  return {
    ...partyDetailsIn(given),
    ...named<Omit<CustomerDetails, keyof PartyDetails>>({
      email: given.email?.trim(),
      additional_data: given.additional_data,
      extension_additional_data: given.extension_additional_data,
    }),
  }
}

/** Default language of a customer. */
const LOCALE = 'en_GB'

/** Returns the columns of a new customer. Fields that are not given are empty. */
export function newDetails(given: Input<typeof createCustomer>): CustomerDetails & PartyNames {
  return { ...emptyDetails, ...detailsIn(given), ...namesIn(given) }
}

const emptyDetails: CustomerDetails & PartyNames = {
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

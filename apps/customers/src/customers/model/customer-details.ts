import type { createCustomer } from '@nameyard/contracts/customers/create-customer'
import type { WireCustomer } from '@nameyard/contracts/customers/customer'
import type { updateCustomer } from '@nameyard/contracts/customers/update-customer'
import type { Input } from '@nameyard/contracts/operation'
import { named, namesIn, particularsIn, type Particulars, type PartyNames } from './particulars'

/** What a customer says about itself and may say anew. Its names it says once. */
export interface CustomerDetails extends Particulars {
  readonly email: string
  readonly additional_data: NonNullable<WireCustomer['additional_data']>
  readonly extension_additional_data: NonNullable<WireCustomer['extension_additional_data']>
}

type Given = Omit<Input<typeof updateCustomer>, 'handle'> | Input<typeof createCustomer>

/** What a request says, in the terms of the row; what it does not name is not there. Texts stay as they were written. */
export function detailsIn(given: Given): Partial<CustomerDetails> {
  return {
    ...particularsIn(given),
    ...named<Omit<CustomerDetails, keyof Particulars>>({
      email: given.email?.trim(),
      additional_data: given.additional_data,
      extension_additional_data: given.extension_additional_data,
    }),
  }
}

/** Language of a customer who names none. */
const LOCALE = 'en_GB'

/** A new customer: what it did not say is empty. */
export function newDetails(given: Input<typeof createCustomer>): CustomerDetails & PartyNames {
  return { ...nothingSaid, ...detailsIn(given), ...namesIn(given) }
}

const nothingSaid: CustomerDetails & PartyNames = {
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

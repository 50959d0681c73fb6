import type { profileErrors } from '@nameyard/contracts/access/update-reseller'
import type { detailErrors, nameErrors } from '@nameyard/contracts/customers/customer-errors'
import type { Fault, RefusalDetails } from '@nameyard/contracts/errors'
import { isCountry } from './country'
import type { PartyDetails, PartyNames } from './party-details'
import { phoneFault } from './phone'

type Columns = Partial<PartyDetails & PartyNames>
type ErrorOf =
  (typeof nameErrors)[number] | (typeof detailErrors)[number] | (typeof profileErrors)[number] | 'invalid_input'

/** A fault of a customer or an account: its refusal and its field. */
export interface PartyFault extends Fault {
  readonly refusal: ErrorOf
  readonly details: RefusalDetails
}

/** The rule for a text column: wire field, refusals and maximum length at registries (RFC 5733 section 4). */
export interface TextRule {
  readonly path: string
  readonly missing?: ErrorOf
  readonly invalid: ErrorOf
  readonly max: number
}

const texts = {
  first_name: { path: 'name.first_name', missing: 'first_name_missing', invalid: 'first_name_invalid', max: 255 },
  initials: { path: 'name.initials', invalid: 'initials_invalid', max: 64 },
  prefix: { path: 'name.prefix', invalid: 'prefix_invalid', max: 64 },
  last_name: { path: 'name.last_name', missing: 'last_name_missing', invalid: 'last_name_invalid', max: 255 },
  company_name: { path: 'company_name', invalid: 'company_name_invalid', max: 255 },
  street: { path: 'address.street', missing: 'street_missing', invalid: 'street_invalid', max: 255 },
  house_number: { path: 'address.number', invalid: 'house_number_invalid', max: 64 },
  house_suffix: { path: 'address.suffix', invalid: 'house_suffix_invalid', max: 64 },
  // Some countries have no postal codes.
  zipcode: { path: 'address.zipcode', invalid: 'zipcode_invalid', max: 16 },
  city: { path: 'address.city', missing: 'city_missing', invalid: 'city_invalid', max: 255 },
  state: { path: 'address.state', invalid: 'state_invalid', max: 255 },
  vat: { path: 'vat', invalid: 'vat_invalid', max: 64 },
  locale: { path: 'locale', invalid: 'invalid_input', max: 35 },
} as const satisfies Partial<Record<keyof Columns, TextRule>>

/** Returns all faults of names, address and telephone numbers. */
export function partyFaults(columns: Columns): PartyFault[] {
  return [
    ...Object.entries(texts).flatMap(([column, rule]) => textFaults(columns[column as keyof typeof texts], rule)),
    ...countryFaults(columns.country),
    ...numberFaults('phone', columns),
    ...numberFaults('fax', columns),
  ]
}

/** Creates the fault of a field. */
export function faultAt(
  path: string,
  refusal: ErrorOf,
  problem: string,
  details: RefusalDetails = { problem },
): PartyFault {
  return { path, refusal, problem, details: refusal === 'invalid_input' ? { field: path, problem } : details }
}

/** Returns the fault of a text, if it is given. */
export function textFaults(text: string | undefined, { path, missing, invalid, max }: TextRule): PartyFault[] {
  if (text === undefined) return []
  if (missing && text.trim() === '') return [faultAt(path, missing, 'is missing', {})]
  if (text.length > max) return [faultAt(path, invalid, `is longer than ${max} characters`)]
  // Registries accept single lines only (XML Schema normalizedString).
  return /\p{Cc}/u.test(text) ? [faultAt(path, invalid, 'must not contain control characters')] : []
}

function countryFaults(country: string | undefined): PartyFault[] {
  const path = 'address.country'
  if (country === undefined || isCountry(country)) return []
  if (country === '') return [faultAt(path, 'country_missing', 'is missing', {})]
  return [faultAt(path, 'country_invalid', 'is not an ISO 3166-1 code', { country })]
}

function numberFaults(kind: 'phone' | 'fax', columns: Columns): PartyFault[] {
  const [country_code, area_code, subscriber_number] = (
    [`${kind}_country_code`, `${kind}_area_code`, `${kind}_subscriber_number`] as const
  ).map((column) => columns[column])
  if (country_code === undefined || area_code === undefined || subscriber_number === undefined) return []
  // A fax with only a country code is an unfilled form.
  if (kind === 'fax' && (area_code + subscriber_number).trim() === '') return []
  const fault = phoneFault({ country_code, area_code, subscriber_number })
  if (!fault) return []
  if (fault.part === 'whole') return [faultAt(kind, `${kind}_invalid`, fault.problem)]
  const isMissing = kind === 'phone' && fault.problem === 'is missing' && fault.part !== 'area_code'
  const refusal: ErrorOf = isMissing ? `phone_${fault.part as 'country_code'}_missing` : `${kind}_${fault.part}_invalid`
  return [faultAt(`${kind}.${fault.part}`, refusal, fault.problem)]
}

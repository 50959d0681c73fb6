import type { profileErrors } from '@nameyard/contracts/access/update-reseller'
import type { WireCustomer } from '@nameyard/contracts/customers/customer'
import type { detailErrors, nameErrors } from '@nameyard/contracts/customers/customer-errors'
import type { Fault, RefusalDetails } from '@nameyard/contracts/errors'
import { isCountry } from './country'
import type { CustomerDetails } from './customer-details'
import { isEmailAddress } from './email-address'
import type { Particulars, PartyNames } from './particulars'
import { phoneFault } from './phone'
import { tagProblem } from './tag-value'

type Columns = Partial<Particulars & PartyNames>
type ErrorOf =
  (typeof nameErrors)[number] | (typeof detailErrors)[number] | (typeof profileErrors)[number] | 'invalid_input'

/** One thing that is wrong with a customer or an account: the refusal it would be alone, and where it is. */
export interface CustomerFault extends Fault {
  readonly refusal: ErrorOf
  readonly details: RefusalDetails
}

/** A text of the row: what it is called on the wire, its refusals, how much of it registries hold (RFC 5733 section 4). */
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

/**
 * All that is wrong with a customer and its tags, in the order of the form. Only what is there is looked at; a telephone number comes
 * with all its parts. What a registry might take is never refused.
 */
export function customerFaults(
  columns: Partial<CustomerDetails & PartyNames>,
  tags: WireCustomer['tags'] = [],
): CustomerFault[] {
  return [
    ...particularFaults(columns),
    ...emailFaults(columns.email),
    ...dateFaults(columns.additional_data),
    ...tagFaults(tags),
  ]
}

/** Of these, all that is wrong with who it is, where it is and how it is reached. */
export function particularFaults(columns: Columns): CustomerFault[] {
  return [
    ...Object.entries(texts).flatMap(([column, rule]) => textFaults(columns[column as keyof typeof texts], rule)),
    ...countryFaults(columns.country),
    ...numberFaults('phone', columns),
    ...numberFaults('fax', columns),
  ]
}

/** The fault of a field. */
export function faultAt(
  path: string,
  refusal: ErrorOf,
  problem: string,
  details: RefusalDetails = { problem },
): CustomerFault {
  return { path, refusal, problem, details: refusal === 'invalid_input' ? { field: path, problem } : details }
}

/** What is wrong with one text, when it is there. */
export function textFaults(text: string | undefined, { path, missing, invalid, max }: TextRule): CustomerFault[] {
  if (text === undefined) return []
  if (missing && text.trim() === '') return [faultAt(path, missing, 'is missing', {})]
  if (text.length > max) return [faultAt(path, invalid, `is longer than ${max} characters`)]
  // A line of a postal address is one line (normalizedString).
  return /\p{Cc}/u.test(text) ? [faultAt(path, invalid, 'must not contain control characters')] : []
}

function countryFaults(country: string | undefined): CustomerFault[] {
  const path = 'address.country'
  if (country === undefined || isCountry(country)) return []
  if (country === '') return [faultAt(path, 'country_missing', 'is missing', {})]
  return [faultAt(path, 'country_invalid', 'is not an ISO 3166-1 code', { country })]
}

function numberFaults(kind: 'phone' | 'fax', columns: Columns): CustomerFault[] {
  const [country_code, area_code, subscriber_number] = (
    [`${kind}_country_code`, `${kind}_area_code`, `${kind}_subscriber_number`] as const
  ).map((column) => columns[column])
  if (country_code === undefined || area_code === undefined || subscriber_number === undefined) return []
  // A fax of which only a country code came is a form nobody filled in.
  if (kind === 'fax' && (area_code + subscriber_number).trim() === '') return []
  const fault = phoneFault({ country_code, area_code, subscriber_number })
  if (!fault) return []
  if (fault.part === 'whole') return [faultAt(kind, `${kind}_invalid`, fault.problem)]
  const isMissing = kind === 'phone' && fault.problem === 'is missing' && fault.part !== 'area_code'
  const refusal: ErrorOf = isMissing ? `phone_${fault.part as 'country_code'}_missing` : `${kind}_${fault.part}_invalid`
  return [faultAt(`${kind}.${fault.part}`, refusal, fault.problem)]
}

function emailFaults(email: string | undefined): CustomerFault[] {
  if (email === undefined || (email !== '' && isEmailAddress(email))) return []
  return email === ''
    ? [faultAt('email', 'email_missing', 'is missing', {})]
    : [faultAt('email', 'email_invalid', 'is not a valid address', { email })]
}

const dates = {
  birth_date: 'birth_date_invalid',
  company_registration_subscription_date: 'registration_date_invalid',
} as const

function dateFaults(facts: CustomerDetails['additional_data'] | undefined): CustomerFault[] {
  return Object.entries(dates).flatMap(([name, refusal]) => {
    const given = String(facts?.[name as keyof typeof dates] ?? '').trim()
    return given === '' || isDay(given)
      ? []
      : [faultAt(`additional_data.${name}`, refusal, 'must be a day, YYYY-MM-DD')]
  })
}

function tagFaults(tags: NonNullable<WireCustomer['tags']>): CustomerFault[] {
  return tags.flatMap(({ value }, place) => {
    const problem = tagProblem(String(value))
    const field = `tags.${place}.value`
    return problem === undefined ? [] : [faultAt(field, 'tag_value_invalid', problem, { field, problem })]
  })
}

/** A day of the calendar, or the one that says there is none; a time may stand behind it. */
function isDay(text: string): boolean {
  const day = /^(\d{4}-\d\d-\d\d)([ T]\d\d:\d\d(:\d\d)?(\.\d+)?Z?)?$/.exec(text)?.[1]
  if (day === undefined) return false
  const read = new Date(`${day}T00:00:00Z`)
  return day === '0000-00-00' || (!Number.isNaN(read.getTime()) && read.toISOString().startsWith(day))
}

import type { WireCustomer } from '@nameyard/contracts/customers/customer'
import { isEmailAddress } from '../../party/model/email-address'
import type { PartyNames } from '../../party/model/party-details'
import { faultAt, partyFaults, type PartyFault } from '../../party/model/party-faults'
import { tagProblem } from '../../tags/model/tag-value'
import type { CustomerDetails } from './customer-details'

/**
 * Returns all faults of a customer and its tags, in the order of the fields. It checks only the given columns; a telephone
 * number must be given with all its parts. It never refuses what a registry might accept.
 */
export function customerFaults(
  columns: Partial<CustomerDetails & PartyNames>,
  tags: WireCustomer['tags'] = [],
): PartyFault[] {
  return [
    ...partyFaults(columns),
    ...emailFaults(columns.email),
    ...dateFaults(columns.additional_data),
    ...tagFaults(tags),
  ]
}

function emailFaults(email: string | undefined): PartyFault[] {
  if (email === undefined || (email !== '' && isEmailAddress(email))) return []
  return email === ''
    ? [faultAt('email', 'email_missing', 'is missing', {})]
    : [faultAt('email', 'email_invalid', 'is not a valid address', { email })]
}

const dates = {
  birth_date: 'birth_date_invalid',
  company_registration_subscription_date: 'registration_date_invalid',
} as const

function dateFaults(facts: CustomerDetails['additional_data'] | undefined): PartyFault[] {
  return Object.entries(dates).flatMap(([name, refusal]) => {
    const given = String(facts?.[name as keyof typeof dates] ?? '').trim()
    return given === '' || isDay(given)
      ? []
      : [faultAt(`additional_data.${name}`, refusal, 'must be a date, YYYY-MM-DD')]
  })
}

function tagFaults(tags: NonNullable<WireCustomer['tags']>): PartyFault[] {
  return tags.flatMap(({ value }, place) => {
    const problem = tagProblem(String(value))
    const field = `tags.${place}.value`
    return problem === undefined ? [] : [faultAt(field, 'tag_value_invalid', problem, { field, problem })]
  })
}

/** Returns whether a text is a calendar date, with an optional time, or the zero date, which means none. */
function isDay(text: string): boolean {
  const day = /^(\d{4}-\d\d-\d\d)([ T]\d\d:\d\d(:\d\d)?(\.\d+)?Z?)?$/.exec(text)?.[1]
  if (day === undefined) return false
  const read = new Date(`${day}T00:00:00Z`)
  return day === '0000-00-00' || (!Number.isNaN(read.getTime()) && read.toISOString().startsWith(day))
}

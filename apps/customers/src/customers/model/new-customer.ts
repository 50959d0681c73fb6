import type { createCustomer } from '@nameyard/contracts/customers/create-customer'
import type { ErrorName, RefusalDetails } from '@nameyard/contracts/errors'
import type { Input } from '@nameyard/contracts/operation'
import { isCountry } from './country'
import { handleInitials } from './handle'

/** Language of a customer who names none. */
const LOCALE = 'en_GB'

/** A telephone number in digits, the country code with its plus. */
export interface Phone {
  readonly country_code: string
  readonly area_code: string
  readonly subscriber_number: string
}

/** Everything about a customer but what the database gives it: id, handle and account. */
export interface NewCustomer {
  readonly initials: string
  readonly country: string
  readonly phone: Phone
  readonly fax: Phone
  readonly locale: string
}

/** Why a customer cannot be taken, by a name of the catalogue. */
export interface CustomerFault {
  readonly refusal: Extract<ErrorName, 'invalid_input' | 'phone_invalid' | 'country_invalid' | 'email_invalid'>
  readonly details: RefusalDetails
}

type Given = Input<typeof createCustomer>

/** Texts that say nothing when they are blank; postal codes are not among them, some countries have none. */
const required = {
  'name.first_name': ({ name }: Given) => name.first_name,
  'name.last_name': ({ name }: Given) => name.last_name,
  'address.street': ({ address }: Given) => address.street,
  'address.city': ({ address }: Given) => address.city,
} as const

/** What a customer becomes, or the first thing that is wrong with it. */
export function newCustomer(given: Given): NewCustomer | CustomerFault {
  for (const [field, read] of Object.entries(required)) {
    if (read(given).trim() === '') return { refusal: 'invalid_input', details: { field, problem: 'is required' } }
  }
  const country = given.address.country.trim().toUpperCase()
  if (!isCountry(country)) return { refusal: 'country_invalid', details: { country } }
  if (!isEmail(given.email.trim())) return { refusal: 'email_invalid', details: { email: given.email } }
  const phone = readPhone(given.phone)
  if (typeof phone === 'string') return { refusal: 'phone_invalid', details: { problem: phone } }
  const fax = hasFax(given.fax) ? readPhone(given.fax) : noPhone
  if (typeof fax === 'string') return { refusal: 'invalid_input', details: { field: 'fax', problem: fax } }
  return { initials: handleInitials(given.name), country, phone, fax, locale: given.locale ?? LOCALE }
}

const noPhone: Phone = { country_code: '', area_code: '', subscriber_number: '' }

/** A fax of which only a country code came is a form nobody filled in. */
function hasFax(fax: Given['fax']): fax is Partial<Phone> {
  return fax !== undefined && ((fax.area_code ?? '') + (fax.subscriber_number ?? '')).trim() !== ''
}

/** Separators people write in numbers; the registry's form (E.164) has none. */
const separators = /[\s()./-]/g

function readPhone(given: Partial<Phone>): Phone | string {
  const country_code = (given.country_code ?? '').replace(separators, '').replace(/^(\+|00)/, '')
  const area_code = (given.area_code ?? '').replace(separators, '')
  const subscriber_number = (given.subscriber_number ?? '').replace(separators, '')
  if (!/^[1-9]\d{0,2}$/.test(country_code)) return 'country_code must be one to three digits'
  if (!/^\d*$/.test(area_code)) return 'area_code must be digits'
  if (!/^\d+$/.test(subscriber_number)) return 'subscriber_number must be digits'
  // RFC 5733 section 2.5 allows fourteen digits behind the country code.
  if (area_code.length + subscriber_number.length > 14) return 'the number is longer than 14 digits'
  return { country_code: `+${country_code}`, area_code, subscriber_number }
}

/** A mailbox at a domain with at least two labels (RFC 5321 sizes); whether it takes mail is found out by writing to it. */
function isEmail(address: string): boolean {
  const [, mailbox, domain] = /^([^\s@"(),:;<>[\]\\]{1,64})@([^\s@]{1,255})$/.exec(address) ?? []
  if (mailbox === undefined || domain === undefined || /^\.|\.\.|\.$/.test(mailbox)) return false
  const labels = domain.split('.')
  return (
    labels.length > 1 &&
    labels.every((label) => /^[\p{L}\p{M}\p{N}]([\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$/u.test(label))
  )
}

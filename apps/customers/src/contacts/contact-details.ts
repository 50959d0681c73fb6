import type { updateContact } from '@nameyard/contracts/contacts/update-contact'
import { fail } from '@nameyard/contracts/errors'
import type { Input } from '@nameyard/contracts/operation'
import { unset } from '@nameyard/contracts/primitives/dates'
import { isCountry } from '../party/model/country'
import { isEmailAddress } from '../party/model/email-address'
import { phoneFault } from '../party/model/phone'
import { isRole, type Contact } from './contact.store'
import { isAddressRange } from './model/address-range'

/** The part of a contact that a request can change. */
export type ContactDetails = Omit<
  Contact,
  | 'id'
  | 'reseller_id'
  | 'username'
  | 'password_hash'
  | 'password_changed_at'
  | 'last_login_at'
  | 'last_password_login_at'
  | 'last_api_call_at'
  | 'created_at'
  | 'deleted_at'
>

type Given = Omit<Input<typeof updateContact>, 'id'>

/** Converts a request into columns. A field that is not in the request is not in the result. */
export function detailsIn(given: Given): Partial<ContactDetails> {
  const { name, address, phone, api_client_ip_list: api, rcp_client_ip_list: panel } = given
  const details: { [Column in keyof ContactDetails]: ContactDetails[Column] | undefined } = {
    role: given.role === undefined ? undefined : readRole(given.role),
    email: given.email?.trim(),
    is_active: given.is_active,
    api_access_enabled: given.api_access_enabled,
    company_name: given.company_name,
    first_name: name?.first_name,
    prefix: name?.prefix,
    initials: name?.initials,
    last_name: name?.last_name,
    street: address?.street,
    house_number: address?.number,
    house_suffix: address?.suffix,
    zipcode: address?.zipcode,
    city: address?.city,
    state: address?.state,
    country: address?.country?.trim().toUpperCase(),
    phone_country_code: phone?.country_code,
    phone_area_code: phone?.area_code,
    phone_subscriber_number: phone?.subscriber_number,
    vat: given.vat,
    inn: given.inn,
    kpp: given.kpp,
    locale: given.locale,
    comments: given.comments,
    additional_data: given.additional_data,
    auth_type: given.auth_type,
    api_allowed_from: api?.allow,
    api_denied_from: api?.deny,
    panel_allowed_from: panel?.allow,
    panel_denied_from: panel?.deny,
    password_change_declined_at:
      given.password_change_declined_at === undefined ? undefined : readInstant(given.password_change_declined_at),
  }
  return Object.fromEntries(Object.entries(details).filter(([, value]) => value !== undefined))
}

/** Refuses invalid details. It checks only the given columns; a telephone number must be given with all its parts. */
export function assertDetails(details: Partial<ContactDetails>): void {
  for (const [column, field] of Object.entries(lines) as [keyof typeof lines, string][]) {
    const text = details[column] ?? ''
    if (/\p{Cc}/u.test(text)) fail('invalid_input', { field, problem: 'must not contain control characters' })
    if (required.has(column) && details[column]?.trim() === '') {
      fail('invalid_input', { field, problem: 'is required' })
    }
  }
  if (details.country !== undefined && !isCountry(details.country)) {
    fail('country_invalid', { country: details.country })
  }
  if (details.phone_subscriber_number !== undefined) assertPhone(details)
  if (details.email !== undefined && !isEmailAddress(details.email)) fail('email_invalid', { email: details.email })
  for (const list of ['api_allowed_from', 'api_denied_from', 'panel_allowed_from', 'panel_denied_from'] as const) {
    const wrong = details[list]?.find((address) => !isAddressRange(address))
    if (wrong !== undefined) fail('address_list_invalid', { address: wrong })
  }
}

/** Columns of single-line text and their wire fields. */
const lines = {
  company_name: 'company_name',
  first_name: 'name.first_name',
  prefix: 'name.prefix',
  initials: 'name.initials',
  last_name: 'name.last_name',
  street: 'address.street',
  house_number: 'address.number',
  house_suffix: 'address.suffix',
  zipcode: 'address.zipcode',
  city: 'address.city',
  state: 'address.state',
  vat: 'vat',
  inn: 'inn',
  kpp: 'kpp',
  locale: 'locale',
  auth_type: 'auth_type',
} as const satisfies { readonly [Column in keyof ContactDetails]?: string }

/** Columns that must not be blank. The postal code may be, because some countries have none. */
const required: ReadonlySet<keyof typeof lines> = new Set(['first_name', 'last_name', 'street', 'city'])

function readRole(role: string): Contact['role'] {
  const read = role.trim().toLowerCase()
  if (read === '') fail('contact_role_missing')
  // The operation decides whether `admin` is allowed.
  return isRole(read) ? read : fail('contact_role_invalid', { role })
}

function readInstant(given: string): Date | null {
  if (given === '' || given === unset) return null
  const [, day, time] = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d:\d\d)Z?)?$/.exec(given) ?? []
  const read = new Date(`${day}T${time ?? '00:00:00'}Z`)
  // Date turns 30 February into 1 or 2 March.
  if (Number.isNaN(read.getTime()) || !read.toISOString().startsWith(day!)) {
    fail('invalid_input', { field: 'password_change_declined_at', problem: 'must be YYYY-MM-DD HH:MM:SS' })
  }
  return read
}

function assertPhone(details: Partial<ContactDetails>): void {
  const fault = phoneFault({
    country_code: details.phone_country_code ?? '',
    area_code: details.phone_area_code ?? '',
    subscriber_number: details.phone_subscriber_number ?? '',
  })
  if (!fault) return
  const { part, problem } = fault
  fail('phone_invalid', { problem: part === 'whole' ? problem : `${part} ${problem}` })
}

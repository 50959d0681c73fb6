import { parsePhoneNumberFromString, validatePhoneNumberLength } from 'libphonenumber-js'

/** A telephone number in its three parts, as people write them. */
export interface PhoneParts {
  readonly country_code: string
  readonly area_code: string
  readonly subscriber_number: string
}

/** What is wrong with a number: one of its parts, or all of it together. */
export interface PhoneFault {
  readonly part: keyof PhoneParts | 'whole'
  readonly problem: string
}

/** Separators people write in numbers; the registry's form (E.164) has none. */
const separators = /[\s()./-]/g

/** The dialling code with its plus where it is one; else as it came, for the refusal to tell. */
export function countryCode(given: string): string {
  const digits = given.replaceAll(separators, '').replace(/^(\+|00)/, '')
  return /^[1-9]\d{0,2}$/.test(digits) ? `+${digits}` : given
}

/** The first fault of a number, or none. Only what cannot be dialled is one; registries hold fourteen digits (RFC 5733). */
export function phoneFault(phone: PhoneParts): PhoneFault | undefined {
  const [country, area, subscriber] = parts(phone)
  const missing = 'is missing'
  if (country === '') return { part: 'country_code', problem: missing }
  if (!/^\+[1-9]\d{0,2}$/.test(country)) return { part: 'country_code', problem: 'must be one to three digits' }
  if (!/^\d*$/.test(area)) return { part: 'area_code', problem: 'must be digits' }
  if (subscriber === '') return { part: 'subscriber_number', problem: missing }
  if (!/^\d+$/.test(subscriber)) return { part: 'subscriber_number', problem: 'must be digits' }
  // The zero that is dialled inside a country is often written into the area code.
  const numbers = [`${country}${area}${subscriber}`, `${country}${area.replace(/^0/, '')}${subscriber}`]
  const faults = numbers.map((number) => validatePhoneNumberLength(number))
  if (faults.includes('INVALID_COUNTRY')) return { part: 'country_code', problem: 'is no dialling code' }
  if (faults.every((fault) => fault === 'TOO_SHORT')) return { part: 'whole', problem: 'is too short for its country' }
  if (
    faults.every((fault) => fault === 'TOO_LONG' || fault === 'NOT_A_NUMBER') ||
    area.length + subscriber.length > 14
  ) {
    return { part: 'whole', problem: 'is too long for its country' }
  }
  return undefined
}

/** The number as registries write it (RFC 5733 section 2.5): `+31.201234567`, without the zero dialled at home. */
export function registryNumber(phone: PhoneParts): string {
  const [country, area, subscriber] = parts(phone)
  const parsed = parsePhoneNumberFromString(`${country}${area}${subscriber}`)
  const isPlain = parsed !== undefined && `+${parsed.countryCallingCode}` === country && parsed.isPossible()
  return `${country}.${isPlain ? parsed.nationalNumber : area + subscriber}`
}

function parts({ country_code, area_code, subscriber_number }: PhoneParts): [string, string, string] {
  return [countryCode(country_code), area_code.replaceAll(separators, ''), subscriber_number.replaceAll(separators, '')]
}

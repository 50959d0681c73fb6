import { parsePhoneNumberFromString, validatePhoneNumberLength } from 'libphonenumber-js'

/** A telephone number in three parts, as people write them. */
export interface PhoneParts {
  readonly country_code: string
  readonly area_code: string
  readonly subscriber_number: string
}

/** The fault of a number: in one of its parts, or in the whole number. */
export interface PhoneFault {
  readonly part: keyof PhoneParts | 'whole'
  readonly problem: string
}

/** Separators in written numbers. The registry form (E.164) has none. */
const separators = /[\s()./-]/g

/** Returns the dialling code with a plus. Returns an invalid code unchanged, for the refusal. */
export function countryCode(given: string): string {
  const digits = given.replaceAll(separators, '').replace(/^(\+|00)/, '')
  return /^[1-9]\d{0,2}$/.test(digits) ? `+${digits}` : given
}

/** Returns the first fault of a number; undefined when it can be dialled. Registries accept 14 digits (RFC 5733). */
export function phoneFault(phone: PhoneParts): PhoneFault | undefined {
  const [country, area, subscriber] = parts(phone)
  const missing = 'is missing'
  if (country === '') return { part: 'country_code', problem: missing }
  if (!/^\+[1-9]\d{0,2}$/.test(country)) return { part: 'country_code', problem: 'must be one to three digits' }
  if (!/^\d*$/.test(area)) return { part: 'area_code', problem: 'must be digits' }
  if (subscriber === '') return { part: 'subscriber_number', problem: missing }
  if (!/^\d+$/.test(subscriber)) return { part: 'subscriber_number', problem: 'must be digits' }
  // The area code often contains the national prefix 0.
  const numbers = [`${country}${area}${subscriber}`, `${country}${area.replace(/^0/, '')}${subscriber}`]
  const faults = numbers.map((number) => validatePhoneNumberLength(number))
  if (faults.includes('INVALID_COUNTRY')) return { part: 'country_code', problem: 'is not a dialling code' }
  if (faults.every((fault) => fault === 'TOO_SHORT')) return { part: 'whole', problem: 'is too short for its country' }
  if (
    faults.every((fault) => fault === 'TOO_LONG' || fault === 'NOT_A_NUMBER') ||
    area.length + subscriber.length > 14
  ) {
    return { part: 'whole', problem: 'is too long for its country' }
  }
  return undefined
}

/** Returns the number in the form of RFC 5733 section 2.5: `+31.201234567`, without the national prefix. */
export function registryNumber(phone: PhoneParts): string {
  const [country, area, subscriber] = parts(phone)
  const parsed = parsePhoneNumberFromString(`${country}${area}${subscriber}`)
  const isPlain = parsed !== undefined && `+${parsed.countryCallingCode}` === country && parsed.isPossible()
  return `${country}.${isPlain ? parsed.nationalNumber : area + subscriber}`
}

function parts({ country_code, area_code, subscriber_number }: PhoneParts): [string, string, string] {
  return [countryCode(country_code), area_code.replaceAll(separators, ''), subscriber_number.replaceAll(separators, '')]
}

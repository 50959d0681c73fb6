import { domainToASCII, domainToUnicode } from 'node:url'

const nonAscii = /[^\0-\x7f]/
const ldhOrNonAscii = /^[a-z0-9_\-\x80-\u{10ffff}]+$/iu

/**
 * The A-label of one label that holds non-ASCII characters (RFC 5890 2.3.2.1, mapped and checked as UTS 46 does), or
 * undefined when there is none. The length of the result is not judged here.
 *
 * The platform's converter follows the rules of URL hosts: it would decode `%41` and read a lone number as an IPv4
 * address. So ASCII other than letters, digits, `-` and `_` never reaches it, and a label travels in front of a
 * name that cannot be an address.
 */
export function toALabel(label: string): string | undefined {
  if (!ldhOrNonAscii.test(label)) return undefined
  const [converted, suffix, ...rest] = domainToASCII(`${label}.invalid`).split('.')
  return converted && suffix === 'invalid' && rest.length === 0 ? converted : undefined
}

/** Whether a label claims to be an A-label and is one: it decodes, and encodes to itself again (RFC 5890 2.3.1). */
export function isALabel(label: string): boolean {
  if (!label.startsWith('xn--')) return false
  const decoded = toULabel(label)
  return decoded !== label && nonAscii.test(decoded) && toALabel(decoded) === label
}

/** The U-label of an A-label for people to read; any other label unchanged. */
export function toULabel(label: string): string {
  if (!label.startsWith('xn--')) return label
  const decoded = domainToUnicode(`${label}.invalid`)
  return decoded.endsWith('.invalid') ? decoded.slice(0, -'.invalid'.length) : label
}

/** The name with every A-label shown as U-label. */
export function toUnicode(name: string): string {
  return name.includes('xn--') ? name.split('.').map(toULabel).join('.') : name
}

/** Whether text needs IDNA at all. */
export function isInternationalized(text: string): boolean {
  return nonAscii.test(text)
}

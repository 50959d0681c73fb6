import { domainToASCII, domainToUnicode } from 'node:url'

const nonAscii = /[^\0-\x7f]/
const ldhOrNonAscii = /^[a-z0-9_\-\x80-\u{10ffff}]+$/iu

/**
 * Returns the A-label of one label with non-ASCII characters (RFC 5890 2.3.2.1, mapped and validated by UTS 46), or
 * undefined when it has none. Does not check the length of the result.
 *
 * Node's converter follows the rules of URL hosts: it decodes `%41` and reads a single number as an IPv4 address. So it
 * gets no ASCII other than letters, digits, `-` and `_`, and the label is converted as part of a name that cannot be an
 * address.
 */
export function toALabel(label: string): string | undefined {
  if (!ldhOrNonAscii.test(label)) return undefined
  const [converted, suffix, ...rest] = domainToASCII(`${label}.invalid`).split('.')
  return converted && suffix === 'invalid' && rest.length === 0 ? converted : undefined
}

/** Whether a label is an A-label: it starts with `xn--`, decodes, and encodes to itself again (RFC 5890 2.3.1). */
export function isALabel(label: string): boolean {
  if (!label.startsWith('xn--')) return false
  const decoded = toULabel(label)
  return decoded !== label && nonAscii.test(decoded) && toALabel(decoded) === label
}

/** Returns the U-label of an A-label, and any other label unchanged. */
export function toULabel(label: string): string {
  if (!label.startsWith('xn--')) return label
  const decoded = domainToUnicode(`${label}.invalid`)
  return decoded.endsWith('.invalid') ? decoded.slice(0, -'.invalid'.length) : label
}

/** Returns the name with its A-labels as U-labels. */
export function toUnicode(name: string): string {
  return name.includes('xn--') ? name.split('.').map(toULabel).join('.') : name
}

/** Whether a text has characters beyond ASCII. */
export function isInternationalized(text: string): boolean {
  return nonAscii.test(text)
}

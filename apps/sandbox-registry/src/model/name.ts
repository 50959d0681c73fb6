import { domainToASCII, domainToUnicode } from 'node:url'

const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/**
 * Returns the lower-case form of a name with at least two labels; undefined for an invalid name. Labels are LDH labels
 * (RFC 5890 section 2.3.1); one with hyphens in third and fourth place must be an A-label that decodes and encodes back to
 * itself. U-labels are refused: EPP carries A-labels.
 */
export function canonicalName(text: string): string | undefined {
  const name = text.toLowerCase()
  const labels = name.split('.')
  // RFC 1035 section 2.3.4: 255 octets on the wire are 253 characters of text.
  if (labels.length < 2 || name.length > 253 || !labels.every(isLabel)) return undefined
  return /^\d+$/.test(labels.at(-1) ?? '') ? undefined : name
}

/** The name without its first label: the TLD of a registered name. */
export function parentOf(name: string): string {
  return name.slice(name.indexOf('.') + 1)
}

/** The name and its ancestors, without the top-level label: `a.b.c` gives `a.b.c` and `b.c`. */
export function selfAndAncestors(name: string): string[] {
  const labels = name.split('.')
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'))
}

function isLabel(text: string): boolean {
  if (!label.test(text)) return false
  if (!/^..--/.test(text)) return true
  const unicode = domainToUnicode(text)
  return text.startsWith('xn--') && unicode !== '' && unicode !== text && domainToASCII(unicode) === text
}

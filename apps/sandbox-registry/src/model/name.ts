import { domainToASCII, domainToUnicode } from 'node:url'

const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/**
 * The canonical (lower-case) form of a fully qualified name of at least two labels, or undefined when it is none.
 * Labels are LDH labels (RFC 5890 section 2.3.1); one with hyphens in third and fourth place must be an A-label that
 * decodes and encodes back to itself. U-labels are not taken: EPP carries A-labels.
 */
export function canonicalName(text: string): string | undefined {
  const name = text.toLowerCase()
  const labels = name.split('.')
  // RFC 1035 section 2.3.4: 255 octets on the wire are 253 characters of text.
  if (labels.length < 2 || name.length > 253 || !labels.every(isLabel)) return undefined
  return /^\d+$/.test(labels.at(-1) ?? '') ? undefined : name
}

/** What is left of a name without its first label: the zone a registered name would be in. */
export function parentOf(name: string): string {
  return name.slice(name.indexOf('.') + 1)
}

/** A name and everything above it, without the last label: `a.b.c` gives `a.b.c` and `b.c`. */
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

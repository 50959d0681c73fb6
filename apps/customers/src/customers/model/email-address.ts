import { parseOneAddress } from 'email-addresses'

/**
 * One mailbox without a name beside it, at a domain with at least two labels, of lengths that RFC 5321 allows; letters of
 * any script (RFC 6532). Whether it takes mail is found out by writing to it.
 */
export function isEmailAddress(text: string): boolean {
  const parsed = parseOneAddress({ input: text, rejectTLD: true, rfc6532: true })
  if (parsed?.type !== 'mailbox' || parsed.address !== text) return false
  return (
    text.length <= 254 &&
    parsed.local.length <= 64 &&
    // What nobody sees, or turns the letters behind it round, makes one address look like another.
    !/[\p{Cc}\p{Cf}\p{Z}]/u.test(text) &&
    parsed.domain
      .split('.')
      .every((label) => label.length <= 63 && /^[\p{L}\p{M}\p{N}]([\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?$/u.test(label))
  )
}

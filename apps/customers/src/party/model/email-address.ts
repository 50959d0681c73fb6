import { parseOneAddress } from 'email-addresses'

/**
 * Returns whether a text is one mailbox without a display name, at a domain with at least two labels. Lengths follow
 * RFC 5321, and letters of any script are allowed (RFC 6532). Whether the mailbox exists is not checked.
 */
export function isEmailAddress(text: string): boolean {
  const parsed = parseOneAddress({ input: text, rejectTLD: true, rfc6532: true })
  if (parsed?.type !== 'mailbox' || parsed.address !== text) return false
  return (
    text.length <= 254 &&
    parsed.local.length <= 64 &&
    // Invisible characters and direction marks can make one address look like another.
    !/[\p{Cc}\p{Cf}\p{Z}]/u.test(text) &&
    parsed.domain
      .split('.')
      .every((label) => label.length <= 63 && /^[\p{L}\p{M}\p{N}]([\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?$/u.test(label))
  )
}

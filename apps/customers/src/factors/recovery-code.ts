import { createHash, randomBytes } from 'node:crypto'

/** Letters and digits that are not mistaken for each other (Crockford's base 32). */
const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz'

/** Random characters of a code: 120 bits, so that a plain hash is safe to store (ASVS 6.5.2). */
const LENGTH = 24

/** A new code in groups of six characters, and the hash that is stored. */
export function newRecoveryCode(): { code: string; hash: Buffer } {
  const digits = Array.from(randomBytes(LENGTH), (octet) => DIGITS[octet % DIGITS.length]).join('')
  return { code: digits.replaceAll(/.{6}(?!$)/g, '$&-'), hash: recoveryCodeHash(digits)! }
}

/** Returns the hash of a code as a person types it; undefined when it cannot be one. */
export function recoveryCodeHash(typed: string): Buffer | undefined {
  const digits = typed.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1')
  return digits.length === LENGTH ? createHash('sha256').update(digits).digest() : undefined
}

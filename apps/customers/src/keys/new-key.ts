import { createHash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const PREFIX = 'ny_live_'
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Random characters of a key: 178 bits. */
const RANDOM = 30

/** A new key, and what is stored of it. */
export interface NewKey {
  readonly key: string
  readonly hash: Buffer
  /** Last characters of the key, by which its owner recognizes it. */
  readonly hint: string
}

/**
 * Creates a key: a prefix, random characters, and their checksum. Secret scanners find keys by the prefix, and recognize
 * real ones by the checksum.
 */
export function createNewKey(): NewKey {
  const random = Array.from({ length: RANDOM }, () => DIGITS[randomInt(DIGITS.length)]).join('')
  const key = `${PREFIX}${random}${checksum(random)}`
  return { key, hash: createHash('sha256').update(key).digest(), hint: key.slice(-4) }
}

/** CRC-32 of the random characters: six digits of base 62. */
export function checksum(random: string): string {
  let rest = crc32(random)
  let digits = ''
  for (let i = 0; i < 6; i++) {
    digits = DIGITS[rest % DIGITS.length]! + digits
    rest = Math.floor(rest / DIGITS.length)
  }
  return digits
}

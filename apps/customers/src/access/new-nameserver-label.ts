import { randomBytes } from 'node:crypto'

/** Base 32 of RFC 4648 in lower case: 32 characters that a label of a host name may have. */
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567'

const CHARACTERS = 16

/** Returns a random label of 80 bits: an account cannot choose it, and opening accounts until one has a wanted label is hopeless. */
export function newNameserverLabel(): string {
  return [...randomBytes(CHARACTERS)].map((octet) => ALPHABET[octet % ALPHABET.length]).join('')
}

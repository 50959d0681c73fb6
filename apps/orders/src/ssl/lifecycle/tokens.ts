import { randomBytes } from 'node:crypto'

/** Returns the content of a proof: 160 random bits (CA/Browser Forum Baseline Requirements ask for 112). */
export function newToken(): string {
  return randomBytes(20).toString('hex')
}

/** Returns the nonce of the link in an approval mail. */
export function newNonce(): string {
  return randomBytes(16).toString('hex')
}

import { randomBytes } from 'node:crypto'

/** What is looked for as proof: 160 random bits (CA/Browser Forum Baseline Requirements ask for 112). */
export function newToken(): string {
  return randomBytes(20).toString('hex')
}

/** Number of the link in the mail that asks for approval. */
export function newNonce(): string {
  return randomBytes(16).toString('hex')
}

import { createHash } from 'node:crypto'

/**
 * A mark that distinguishes the passwords of one account. It has 32 bits, too few to find the password by it.
 */
export function passwordMark(account: string, password: string): string {
  return createHash('sha256').update(`${account}\n${password}`).digest('hex').slice(0, 8)
}

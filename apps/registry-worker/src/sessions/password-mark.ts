import { createHash } from 'node:crypto'
import type { Registry } from '../registries/registry'

/**
 * A mark that distinguishes the passwords of one account. It has 32 bits, too few to find the password by it.
 */
export function passwordMark(account: string, password: string): string {
  return createHash('sha256').update(`${account}\n${password}`).digest('hex').slice(0, 8)
}

/** A mark of all passwords in the settings of an account; undefined when they cannot be read at the moment. */
export function passwordsMark({ account, passwords }: Pick<Registry, 'account' | 'passwords'>): string | undefined {
  try {
    const { current, next } = passwords()
    return passwordMark(account, next === undefined ? current : `${current}\n${next}`)
  } catch {
    return undefined
  }
}

import { createHash } from 'node:crypto'

/**
 * Tells the passwords of one account apart and is too short to find one by: four billion passwords share each mark.
 */
export function passwordMark(account: string, password: string): string {
  return createHash('sha256').update(`${account}\n${password}`).digest('hex').slice(0, 8)
}

import { fail } from '@nameyard/contracts/errors'
import { passwordProblem } from '../contacts/model/password-rules'
import { isPassword } from '../contacts/password'
import type { PasswordHolder } from './own-password.store'

/** Refuses a new password that breaks a rule or is the present one. */
export async function assertNewPassword(password: string, holder: PasswordHolder, minLength: number): Promise<void> {
  const { username, email, company, account, passwordHash } = holder
  const problem = passwordProblem(password, { username, email, companies: [company, account] }, minLength)
  if (problem) fail('password_invalid', { ...problem })
  if (await isPassword(password, passwordHash)) {
    fail('password_invalid', { rule: 'unchanged', problem: 'is your present password; choose another one' })
  }
}

import { Controller } from '@nestjs/common'
import { startPasskeyLogin } from '@nameyard/contracts/access/start-passkey-login'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Passkeys } from '../factors/passkeys'
import { LoginAttempts } from './login-attempts'

@Controller()
export class StartPasskeyLogin {
  constructor(
    private readonly attempts: LoginAttempts,
    private readonly passkeys: Passkeys,
  ) {}

  /** Only the right password shows which passkeys a person has, and is checked as at a login. */
  @Handles(startPasskeyLogin)
  async execute(
    { username = '', password = '' }: Input<typeof startPasskeyLogin>,
    call: Call,
  ): Promise<Result<typeof startPasskeyLogin>> {
    if (username === '' && password === '') return { options: await this.passkeys.requestOptions(null) }
    if (username === '') fail('login_username_missing')
    if (password === '') fail('login_password_missing')
    const { contact } = await this.attempts.withPassword({ username, password }, call)
    return { options: await this.passkeys.requestOptions(contact.contactId) }
  }
}

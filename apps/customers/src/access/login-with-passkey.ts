import { Controller } from '@nestjs/common'
import { loginWithPasskey } from '@nameyard/contracts/access/login-with-passkey'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { Passkeys } from '../factors/passkeys'
import { LoginAttempts } from './login-attempts'
import { LoginEvents } from './login-events'
import { LoginTokens } from './login-tokens'
import { tokenBinding } from './token-binding'

@Controller()
export class LoginWithPasskey {
  constructor(
    private readonly attempts: LoginAttempts,
    private readonly passkeys: Passkeys,
    private readonly tokens: LoginTokens,
    private readonly events: LoginEvents,
  ) {}

  /**
   * Unknown passkeys and wrong answers get the same reply. They are counted like wrong passwords of the user name that the
   * passkey belongs to. The device must check who uses it; then it is two factors.
   */
  @Handles(loginWithPasskey)
  async execute(
    { passkey, ip, scope }: Input<typeof loginWithPasskey>,
    call: Call,
  ): Promise<Result<typeof loginWithPasskey>> {
    const boundTo = tokenBinding(ip)
    const named = await this.passkeys.named(passkey)
    const { contact, subjects } = await this.attempts.open(named?.username ?? '', call.address)
    const outcome = await this.passkeys.use(passkey, null, call)
    if ('refused' in outcome && outcome.refused === 'stale') fail('passkey_stale')
    if ('refused' in outcome || contact?.contactId !== outcome.passkey.contactId) {
      return this.attempts.refuse({ contact, subjects }, call)
    }
    const { contactId, resellerId, passwordHash } = await this.attempts.admitted(contact, call)
    if (!outcome.isUserVerified) {
      await this.events.failed(contact, 'second factor', call)
      fail('passkey_unverified')
    }
    const token = await this.tokens.issue({
      holder: { contactId, resellerId, passwordHash },
      scope,
      boundTo,
      subjects,
      isPasswordOnly: false,
      recorded: (session) => this.events.succeeded(contact, call, session),
      request: call.correlationId,
    })
    return { reseller_id: resellerId, token }
  }
}

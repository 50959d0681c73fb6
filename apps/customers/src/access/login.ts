import { Controller, type OnModuleInit } from '@nestjs/common'
import { login } from '@nameyard/contracts/access/login'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { isPassword } from '../contacts/password'
import { OneTimeCodes } from '../factors/one-time-codes'
import { Passkeys } from '../factors/passkeys'
import { GuessLimits, type Block } from './guess-limits'
import { LoginAttempts } from './login-attempts'
import { LoginEvents } from './login-events'
import type { FoundAttempt } from './login-failure.store'
import { LoginTokens } from './login-tokens'
import { tokenBinding } from './token-binding'

@Controller()
export class Login implements OnModuleInit {
  constructor(
    private readonly attempts: LoginAttempts,
    private readonly limits: GuessLimits,
    private readonly events: LoginEvents,
    private readonly codes: OneTimeCodes,
    private readonly passkeys: Passkeys,
    private readonly tokens: LoginTokens,
  ) {}

  /** Prepares the hash for unknown users, so that the first unknown user does not take longer. */
  async onModuleInit(): Promise<void> {
    await isPassword('', undefined)
  }

  @Handles(login)
  async execute(input: Input<typeof login>, call: Call): Promise<Result<typeof login>> {
    const boundTo = tokenBinding(input.ip)
    const { contact, subjects } = await this.attempts.withPassword(input, call)
    const needsFactor = contact.hasFactor || contact.isFactorRequired
    if (needsFactor) await this.assertFactor(input, contact, subjects.counted, call)
    const { contactId, resellerId, passwordHash } = contact
    const token = await this.tokens.issue({
      holder: { contactId, resellerId, passwordHash },
      scope: input.scope,
      boundTo,
      subjects,
      isPasswordOnly: !needsFactor,
      recorded: (session) => this.events.succeeded(contact, call, session),
      request: call.correlationId,
    })
    return { reseller_id: resellerId, token }
  }

  /** A wrong factor counts like a wrong password. Without one nothing was guessed, so nothing is counted. */
  private async assertFactor(
    { otp, passkey }: Input<typeof login>,
    contact: FoundAttempt,
    counted: readonly string[],
    call: Call,
  ): Promise<void> {
    const { contactId, resellerId, username, role, hasFactor } = contact
    const failed = (blocks: readonly Block[] = []) => this.events.failed(contact, 'second factor', call, blocks)
    if (passkey) {
      const outcome = await this.passkeys.use(passkey, contactId, call)
      if (!('refused' in outcome)) return
      if (outcome.refused === 'stale') {
        await failed()
        fail('passkey_stale')
      }
      await failed(await this.limits.count(counted))
      fail('passkey_wrong')
    }
    if (otp === undefined || otp.trim() === '') {
      await failed()
      fail(hasFactor ? 'otp_needed' : 'factor_needed')
    }
    if (await this.codes.use(otp, { contactId, resellerId, username, role }, login, call)) return
    await failed(await this.limits.count(counted))
    fail('otp_needed')
  }
}

import { Controller, type OnModuleInit } from '@nestjs/common'
import { login } from '@nameyard/contracts/access/login'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { isPassword } from '../contacts/password'
import { LoginAttempts } from './login-attempts'
import { LoginEvents } from './login-events'
import { LoginFactors } from './login-factors'
import { LoginTokens } from './login-tokens'
import { tokenBinding } from './token-binding'

@Controller()
export class Login implements OnModuleInit {
  constructor(
    private readonly attempts: LoginAttempts,
    private readonly events: LoginEvents,
    private readonly factors: LoginFactors,
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
    if (needsFactor) await this.factors.demand(input, contact, subjects.counted, call)
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
}

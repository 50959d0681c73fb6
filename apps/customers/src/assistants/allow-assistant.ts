import { Controller } from '@nestjs/common'
import { allowAssistant } from '@nameyard/contracts/assistants/allow-assistant'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { Handles } from '@nameyard/messaging/handles'
import { LoginAttempts } from '../access/login-attempts'
import { LoginEvents } from '../access/login-events'
import { LoginFactors } from '../access/login-factors'
import { LoginTokens } from '../access/login-tokens'
import { changesOf } from './limits'

@Controller()
export class AllowAssistant {
  constructor(
    private readonly attempts: LoginAttempts,
    private readonly factors: LoginFactors,
    private readonly events: LoginEvents,
    private readonly tokens: LoginTokens,
  ) {}

  /** The same checks, limits and events as of a login, except that the event names the assistant. */
  @Handles(allowAssistant)
  async execute(input: Input<typeof allowAssistant>, call: Call): Promise<Result<typeof allowAssistant>> {
    const { otp, grant: grantHash, clientId, clientName, profile, scope } = input
    const { contact, subjects } = await this.attempts.withPassword(input, call)
    const needsFactor = contact.hasFactor || contact.isFactorRequired
    if (needsFactor) await this.factors.demand({ otp }, contact, subjects.counted, call)
    const { contactId, resellerId, passwordHash } = contact
    const { approval = null, spendPerDay = null, spendPerMonth = null } = input
    const limits = { approval, spendPerDay, spendPerMonth }
    const about = { client: { to: clientId }, profile: { to: profile }, ...changesOf(limits) }
    await this.tokens.issue({
      holder: { contactId, resellerId, passwordHash },
      scope,
      boundTo: null,
      subjects,
      isPasswordOnly: !needsFactor,
      assistant: { grantHash, clientId, clientName, profile, ...limits },
      recorded: (session) => this.events.succeeded(contact, call, session, { event: allowAssistant.id, about }),
      request: call.correlationId,
    })
    return { contactId }
  }
}

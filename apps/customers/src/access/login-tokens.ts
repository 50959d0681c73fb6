import { createHash, randomBytes } from 'node:crypto'
import { Inject, Injectable } from '@nestjs/common'
import type { AssistantProfile } from '@nameyard/contracts/assistants/profile-names'
import { fail } from '@nameyard/contracts/errors'
import type { ApprovalDemand, Right } from '@nameyard/contracts/operation'
import { everyRight } from '@nameyard/contracts/rights'
import { Outbox } from '@nameyard/outbox/outbox'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { SessionEvents, sessionIdOf, type EventSession } from '../account-events/session-events'
import { CUSTOMERS_CONFIG, type CustomersConfig } from '../config'
import { KNOWN_NETWORK_DAYS } from '../retention'
import { GuessLimits } from './guess-limits'
import { HOLDER, insertToken } from './token.store'

/** How long a network stays known after the last login from it. */
const KNOWN_MS = KNOWN_NETWORK_DAYS * 24 * 3_600_000

/** How long the access of an assistant waits for its client to exchange its code. */
const CODE_MS = 600_000

/** The columns of a login that an assistant's access has. */
const noAssistant = {
  grantHash: null,
  clientId: null,
  clientName: null,
  profile: null,
  approval: null,
  spendPerDay: null,
  spendPerMonth: null,
}

/** What the failures of a login are counted for. */
export interface CountedFor {
  readonly pair: string
  readonly counted: readonly string[]
  readonly network: string
}

/** A login whose credentials were right. */
interface ProvenLogin {
  readonly holder: { readonly contactId: number; readonly passwordHash: string; readonly resellerId: number }
  /** All rights by default. */
  readonly scope: readonly Right[] | undefined
  /** Address or CIDR range to which the token is bound. */
  readonly boundTo: string | null
  readonly subjects: CountedFor
  /** Whether the login proved only the password. */
  readonly isPasswordOnly: boolean
  /** Returns the row of the login in the audit trail. */
  readonly recorded: (session: EventSession) => { readonly eventId: string; readonly event: string }
  /** Id of the request. */
  readonly request: string
  /** The access of an assistant, which begins when its client exchanges its code. */
  readonly assistant?: {
    /** SHA-256 of the grant's id, in hexadecimal. */
    readonly grantHash: string
    readonly clientId: string
    readonly clientName: string
    readonly profile: AssistantProfile
    readonly approval: ApprovalDemand | null
    /** In the currency of the account. */
    readonly spendPerDay: number | null
    readonly spendPerMonth: number | null
  }
}

/** Stores the tokens of logins. */
@Injectable()
export class LoginTokens {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly limits: GuessLimits,
    private readonly outbox: Outbox,
    private readonly sessions: SessionEvents,
    @Inject(CUSTOMERS_CONFIG) private readonly config: CustomersConfig,
  ) {}

  /** Networks whose last login is older are unknown. */
  knownSince(): Date {
    return new Date(this.clock.machineMs() - KNOWN_MS)
  }

  /** Returns a new token. Refuses when the contact lost its password or access meanwhile, or logins were blocked. */
  async issue(login: ProvenLogin): Promise<string> {
    const { holder, subjects, request, assistant } = login
    const token = randomBytes(16).toString('hex')
    const hash = createHash('sha256').update(token).digest()
    const now = this.clock.machineNow()
    const lifeMs = assistant ? CODE_MS : this.config.TOKEN_HOURS * 3_600_000
    const session = {
      id: sessionIdOf(hash),
      contactId: holder.contactId,
      scope: [...new Set(login.scope ?? everyRight)],
      createdAt: now,
      expiresAt: new Date(now.getTime() + lifeMs),
    }
    const { eventId, eventAt, ...started } = this.sessions.started(holder.resellerId, session, request)
    const given = {
      hash,
      contactId: holder.contactId,
      passwordHash: holder.passwordHash,
      scope: session.scope,
      boundTo: login.boundTo,
      now,
      expiresAt: session.expiresAt,
      ...(assistant ?? noAssistant),
      subjects: subjects.counted,
      pair: subjects.pair,
      network: subjects.network,
      knownSince: this.knownSince(),
      isPasswordOnly: login.isPasswordOnly,
      ...login.recorded(session),
      object: started.payload.object,
      accountEventId: eventId,
      accountEventAt: eventAt,
    }
    const messages = [{ ...started, changed: session.id }]
    const { changed, noted } = await this.outbox.changeAndAppend(this.database, insertToken, given, messages)
    if (!noted.has(HOLDER)) fail('authentication_failed')
    if (changed.size === 0) {
      // Failures that were counted while the credentials were checked.
      await this.limits.assertOpen(subjects.counted)
      fail('rate_limited', { retryAfter: 1 })
    }
    return token
  }
}

import { createHash, randomBytes } from 'node:crypto'
import { Inject, Injectable } from '@nestjs/common'
import { fail } from '@nameyard/contracts/errors'
import type { Right } from '@nameyard/contracts/operation'
import { everyRight } from '@nameyard/contracts/rights'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { CUSTOMERS_CONFIG, type CustomersConfig } from '../config'
import { KNOWN_NETWORK_DAYS } from '../retention'
import { GuessLimits } from './guess-limits'
import { insertToken } from './token.store'

/** How long a network stays known after the last login from it. */
const KNOWN_MS = KNOWN_NETWORK_DAYS * 24 * 3_600_000

/** What the failures of a login are counted for. */
export interface CountedFor {
  readonly pair: string
  readonly counted: readonly string[]
  readonly network: string
}

/** A login whose credentials were right. */
interface ProvenLogin {
  readonly holder: { readonly contactId: number; readonly passwordHash: string }
  /** All rights by default. */
  readonly scope: readonly Right[] | undefined
  /** Address or CIDR range to which the token is bound. */
  readonly boundTo: string | null
  readonly subjects: CountedFor
  /** Whether the login proved only the password. */
  readonly isPasswordOnly: boolean
  /** The event of the audit trail. */
  readonly eventId: string
  readonly event: string
}

/** Stores the tokens of logins. */
@Injectable()
export class LoginTokens {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly limits: GuessLimits,
    @Inject(CUSTOMERS_CONFIG) private readonly config: CustomersConfig,
  ) {}

  /** Networks whose last login is older are unknown. */
  knownSince(): Date {
    return new Date(this.clock.machineMs() - KNOWN_MS)
  }

  /** Returns a new token. Refuses when the contact lost its password or access meanwhile, or logins were blocked. */
  async issue({ holder, scope, boundTo, subjects, isPasswordOnly, eventId, event }: ProvenLogin): Promise<string> {
    const token = randomBytes(16).toString('hex')
    const now = this.clock.machineNow()
    const [outcome] = await this.database.read(insertToken, {
      ...holder,
      hash: createHash('sha256').update(token).digest(),
      scope: [...new Set(scope ?? everyRight)],
      boundTo,
      now,
      expiresAt: new Date(now.getTime() + this.config.TOKEN_HOURS * 3_600_000),
      subjects: subjects.counted,
      pair: subjects.pair,
      network: subjects.network,
      knownSince: this.knownSince(),
      isPasswordOnly,
      eventId,
      event,
    })
    if (!outcome!.isHolder) fail('authentication_failed')
    if (!outcome!.isInserted) {
      // Failures that were counted while the credentials were checked.
      await this.limits.assertOpen(subjects.counted)
      fail('rate_limited', { retryAfter: 1 })
    }
    return token
  }
}

import { Injectable } from '@nestjs/common'
import { login } from '@nameyard/contracts/access/login'
import type { Call } from '@nameyard/contracts/operation'
import { printDate } from '@nameyard/contracts/primitives/dates'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import type { EventSession } from '../account-events/session-events'
import { arrivalOf, recordAlone, type Changes } from '../audit/audit-log'
import type { Block } from './guess-limits'
import type { FoundAttempt } from './login-failure.store'

/** Why a login was refused. */
export type LoginFault = 'access' | 'credentials' | 'second factor'

/** Records logins in the audit trail, in that of the platform where the username is unknown. */
@Injectable()
export class LoginEvents {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Records a refused login, and the waits that it has caused. One statement each, for known and unknown usernames alike,
   * so that the time tells nothing. Unknown usernames are not recorded: people type passwords into the field.
   */
  async failed(
    contact: FoundAttempt | undefined,
    reason: LoginFault,
    call: Call,
    blocks: readonly Block[] = [],
  ): Promise<void> {
    await recordAlone(this.database, {
      ...this.about(contact, call),
      event: 'access.login-failed',
      changes: { reason: { to: reason } },
    })
    for (const { counter, until } of blocks) {
      await recordAlone(this.database, {
        ...this.about(contact, call),
        event: 'access.login-blocked',
        changes: { counter: { to: counter }, until: { to: until.toISOString() } },
      })
    }
  }

  /**
   * Returns the row of a successful login, or of another operation that begins a session, for the statement that stores its
   * token.
   */
  succeeded(
    contact: FoundAttempt | undefined,
    call: Call,
    session: EventSession,
    { event, about = {} }: { readonly event: string; readonly about?: Changes } = { event: login.id },
  ) {
    const changes = {
      session: { to: session.id },
      scope: { to: session.scope },
      expires_at: { to: printDate(session.expiresAt) },
      ...about,
    }
    const { eventIds, payloads } = arrivalOf({ ...this.about(contact, call), event, changes })
    return { eventId: eventIds[0]!, event: payloads[0]! }
  }

  private about(contact: FoundAttempt | undefined, call: Call) {
    const now = this.clock.now()
    if (!contact) return { call, now, resellerId: null, subject: 'login' }
    const { resellerId, contactId, username, role } = contact
    const actor = { resellerId, contactId, username, role, scope: [] }
    return { call: { ...call, actor }, now, resellerId, subject: `contact ${contactId}` }
  }
}

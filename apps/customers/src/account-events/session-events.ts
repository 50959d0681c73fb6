import { Injectable } from '@nestjs/common'
import type { z } from 'zod'
import {
  sessionEnded,
  sessionExpired,
  sessionStarted,
  type sessionState,
} from '@nameyard/contracts/events/catalogue/session-events'
import type { Right } from '@nameyard/contracts/operation'
import { printDate } from '@nameyard/contracts/primitives/dates'
import { AccountEvents, type FirstEvent } from '@nameyard/outbox/account-events'
import type { Tx } from '@nameyard/persistence/database'
import { raw } from '@nameyard/persistence/statement'
import { Clock } from '@nameyard/runtime/clock'

/** Characters of the id of a session: the first digits of the hash of its token. */
const ID_DIGITS = 12

/** A session as a statement with {@link eventSessionColumns} reads it. */
export interface EventSession {
  readonly id: string
  readonly contactId: number
  readonly scope: readonly Right[]
  readonly createdAt: Date
  readonly expiresAt: Date
}

/** The columns of the table `token` that account events show. */
export const eventSessionColumns = raw(`left(encode(token.hash, 'hex'), ${ID_DIGITS}) as id,
    token.contact_id as "contactId", token.scope, token.created_at as "createdAt", token.expires_at as "expiresAt"`)

/** The id of the session of a token, given the hash of the token. */
export const sessionIdOf = (hash: Buffer): string => hash.toString('hex').slice(0, ID_DIGITS)

/** What the account events tell about sessions. */
@Injectable()
export class SessionEvents {
  constructor(
    private readonly events: AccountEvents,
    private readonly clock: Clock,
  ) {}

  /** The event of a new session, for the statement that stores its token. */
  started(resellerId: number, session: EventSession, request: string): FirstEvent {
    return this.events.first(sessionStarted, { ...this.about(resellerId, session), request })
  }

  /** Records that sessions of a contact have ended: tokens that a transaction has deleted. */
  async tellEnded(tx: Tx, resellerId: number, sessions: readonly EventSession[]): Promise<void> {
    const now = this.clock.machineNow()
    for (const session of sessions) {
      const event = session.expiresAt > now ? sessionEnded : sessionExpired
      await this.events.record(tx, event, this.about(resellerId, session))
    }
  }

  private about(resellerId: number, session: EventSession) {
    return { resellerId, object: `auth/sessions/${session.id}`, at: this.clock.now(), state: onWire(session) }
  }
}

const onWire = (session: EventSession): z.input<typeof sessionState> => ({
  id: session.id,
  created_at: printDate(session.createdAt),
  expires_at: printDate(session.expiresAt),
  scope: [...session.scope],
  contact_id: session.contactId,
})

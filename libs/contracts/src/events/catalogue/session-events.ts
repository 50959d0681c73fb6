import { z } from 'zod'
import { listSessions, session } from '../../access/list-sessions'
import { listAuditEvents } from '../../audit/list-audit-events'
import { accountEvent } from '../account-event'

/**
 * A login as `GET /v1/auth/sessions` lists it to its contact, without addresses and the last use. The number of the contact
 * is added: events are about the sessions of all people.
 */
export const sessionState = session
  .pick({ id: true, created_at: true, expires_at: true, scope: true })
  .extend({ contact_id: z.int().describe('Number of the contact who logged in.') })

/** People see their own sessions only. Administrators see the logins of all people in the audit trail. */
const ofSession = {
  producer: 'customers',
  version: 1,
  read: listSessions,
  shownBy: listAuditEvents,
  state: sessionState,
} as const

export const sessionStarted = accountEvent({
  ...ofSession,
  type: 'session.started',
  summary: 'A person or program has logged in as a contact of the account.',
})

export const sessionEnded = accountEvent({
  ...ofSession,
  type: 'session.ended',
  summary:
    'A login was ended: by a logout, by its contact, by the operator, or because the contact has a new password or no access any more.',
})

export const sessionExpired = accountEvent({
  ...ofSession,
  type: 'session.expired',
  summary: 'A login has reached its end.',
})

import { z } from 'zod'
import { operation } from '../operation'
import { everyRole } from '../roles'

/** Ends all sessions of the contact person who calls, except the one in use. */
export const endSessions = operation({
  id: 'access.end-sessions',
  service: 'customers',
  effect: 'write',
  needsSession: true,
  roles: everyRole,
  method: 'DELETE',
  path: '/v1/auth/sessions',
  isForPeople: true,
  summary: 'End your other sessions',
  description:
    'Ends all logins of your own contact except the one of this request. Use when a token may be in wrong hands; change the password too if it may be known. Cannot be undone. Free of charge.',
  result: z.object({ sessions_ended: z.int().describe('Number of sessions that this request has ended.') }),
  refusesLimitedKeys: true,
  errors: ['key_limited'],
})

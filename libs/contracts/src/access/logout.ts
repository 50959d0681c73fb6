import { operation } from '../operation'
import { success } from '../primitives/page'
import { everyRole } from '../roles'

/** Ends the session of the request: its token stops working. */
export const logout = operation({
  id: 'access.logout',
  service: 'customers',
  effect: 'read',
  needsSession: true,
  roles: everyRole,
  method: 'POST',
  path: '/v1/auth/logout',
  isForPeople: true,
  isAudited: true,
  summary: 'Log out',
  description:
    'Ends the session of the token in use; the token stops working within a second. Call this when a program no longer needs its token. Other sessions stay. Free of charge.',
  result: success,
  // An API key has no session.
  errors: ['authentication_failed'],
})

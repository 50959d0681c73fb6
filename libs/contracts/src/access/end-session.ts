import { z } from 'zod'
import { operation } from '../operation'
import { success } from '../primitives/page'
import { everyRole } from '../roles'
import { sessionId } from './session-id'

/** Ends one session of the contact person who calls. */
export const endSession = operation({
  id: 'access.end-session',
  service: 'customers',
  effect: 'write',
  roles: everyRole,
  method: 'DELETE',
  path: '/v1/auth/sessions/:id',
  isForPeople: true,
  summary: 'End one of your sessions',
  description:
    'Ends one login of your own contact; its token stops working within a second. Cannot be undone, but a program with the password can log in again. Free of charge.',
  params: z.object({ id: sessionId }),
  result: success,
  refusesLimitedKeys: true,
  errors: ['session_not_found', 'key_limited'],
})

import { z } from 'zod'
import { operation } from '../operation'
import { textUpTo } from '../primitives/scalars'
import { everyRole } from '../roles'
import { newPassword } from './new-password'

/** Changes the password of the contact person who calls. */
export const changePassword = operation({
  id: 'access.change-password',
  service: 'customers',
  effect: 'write',
  needsSession: true,
  roles: everyRole,
  isForPeople: true,
  method: 'PUT',
  path: '/v1/auth/password',
  summary: 'Change your password',
  description:
    'Changes the password of your own contact. All its other sessions end; the one of this request stays. Needs the current password. Free of charge.',
  body: z.object({
    current_password: textUpTo(4096).describe('Your password until now. After several wrong ones you must wait (429).'),
    password: newPassword,
  }),
  result: z.object({
    success: z.boolean().describe('Always true: a failure is answered with an error status and a code.'),
    sessions_ended: z.int().describe('Number of other sessions that have ended.'),
  }),
  refusesLimitedKeys: true,
  errors: ['key_limited', 'current_password_wrong', 'password_invalid', 'rate_limited'],
  example: { current_password: 'correct horse battery', password: 'seven green bicycles' },
})

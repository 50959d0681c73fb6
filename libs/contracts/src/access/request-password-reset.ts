import { z } from 'zod'
import { operation } from '../operation'
import { success } from '../primitives/page'
import { neededText } from '../primitives/scalars'

/** Mails a link with which a contact person can set a new password. */
export const requestPasswordReset = operation({
  id: 'access.request-password-reset',
  service: 'customers',
  effect: 'write',
  anonymous: true,
  method: 'POST',
  path: '/v1/auth/password-reset',
  isForPeople: true,
  summary: 'Ask for a password reset by mail',
  description:
    'Use when the password is lost. If the user name exists, a link is mailed to the address of the contact; it works once, for 30 minutes. The answer is the same for every user name. Free of charge.',
  body: z.object({ username: neededText(4096).describe('User name of a contact.') }),
  result: success,
  errors: ['rate_limited'],
  example: { username: 'ada' },
})

import { z } from 'zod'
import { internalOperation } from '../operation'

/** Returns whose password a mailed link sets, for the page that asks for the new one. */
export const findPasswordReset = internalOperation({
  id: 'access.find-password-reset',
  service: 'customers',
  audience: 'service',
  callers: ['gateway'],
  effect: 'read',
  summary: 'Find the person whose password a link sets',
  body: z.object({ token: z.string().max(1024) }),
  result: z.object({ username: z.string() }),
  errors: ['password_reset_not_found'],
})

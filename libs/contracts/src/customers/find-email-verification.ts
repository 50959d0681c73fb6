import { z } from 'zod'
import { internalOperation } from '../operation'

/** Returns the address that a mailed link verifies, for the page that asks for the confirmation. */
export const findEmailVerification = internalOperation({
  id: 'email-verifications.find',
  service: 'customers',
  audience: 'service',
  callers: ['gateway'],
  effect: 'read',
  summary: 'Find the address that a link verifies',
  body: z.object({ token: z.string().max(1024) }),
  result: z.object({ email: z.string(), language: z.string() }),
  errors: ['email_verification_not_found'],
})

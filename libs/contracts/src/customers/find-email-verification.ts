import { z } from 'zod'
import { internalOperation } from '../operation'

/** Tells whose address a mailed link would verify, for the page that asks for the confirmation. */
export const findEmailVerification = internalOperation({
  id: 'email-verifications.find',
  service: 'customers',
  audience: 'service',
  effect: 'read',
  summary: 'Tell which address a link verifies',
  body: z.object({ token: z.string().max(1024) }),
  result: z.object({ email: z.string(), language: z.string() }),
  errors: ['email_verification_not_found'],
})

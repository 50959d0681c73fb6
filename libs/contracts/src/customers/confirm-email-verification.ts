import { z } from 'zod'
import { internalOperation } from '../operation'

/** Verifies an address by the link that was mailed to it; a link works once. */
export const confirmEmailVerification = internalOperation({
  id: 'email-verifications.confirm',
  service: 'customers',
  audience: 'service',
  callers: ['gateway'],
  effect: 'write',
  isAudited: true,
  summary: 'Verify an address by its link',
  body: z.object({ token: z.string().max(1024) }),
  result: z.object({ email: z.string(), language: z.string() }),
  errors: ['email_verification_not_found'],
})

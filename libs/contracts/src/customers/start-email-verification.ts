import { z } from 'zod'
import { operation } from '../operation'
import { handle, text, unlessBlank } from '../primitives/scalars'

/** Sends the verification mail for a customer's address. */
export const startEmailVerification = operation({
  id: 'email-verifications.start',
  service: 'customers',
  effect: 'write',
  method: 'POST',
  path: '/v1/customers/verifications/emails/start',
  summary: 'Start the verification of an e-mail address',
  body: z.object({ email: text, handle, language: unlessBlank, tag: unlessBlank }),
  result: z.object({ id: z.int() }),
  errors: ['customer_not_found', 'email_verified', 'email_verification_running', 'email_invalid'],
})

import { z } from 'zod'
import { operation } from '../operation'
import { success } from '../primitives/page'
import { unlessBlank } from '../primitives/scalars'
import { descriptions } from './person-fields'

/** Sends the verification mail for an address again, with a new deadline. */
export const restartEmailVerification = operation({
  id: 'email-verifications.restart',
  service: 'customers',
  effect: 'write',
  method: 'POST',
  path: '/v1/customers/verifications/emails/restart',
  summary: 'Restart the verification of an e-mail address',
  description: 'Sends the confirmation mail again with a new link and a new deadline. Free of charge.',
  body: z.object({
    email: unlessBlank.describe('Required: the address to confirm.'),
    handle: unlessBlank.describe('Handle of a customer with this address; required only if several customers have it.'),
    language: unlessBlank.describe(descriptions.mailLanguage),
    tag: unlessBlank.describe('Accepted without effect: existing clients send the name of a mail template here.'),
  }),
  result: success,
  errors: [
    'email_argument_missing',
    'customer_not_found',
    'email_verified',
    'email_verification_not_found',
    'rate_limited',
  ],
  example: { email: 'ada@example.com', language: 'en' },
  schemas: { request: 'emailRestartEmailVerificationRequest', response: 'emailRestartEmailVerificationResponse' },
})

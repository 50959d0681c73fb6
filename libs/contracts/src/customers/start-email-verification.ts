import { z } from 'zod'
import { operation } from '../operation'
import { unlessBlank } from '../primitives/scalars'
import { descriptions } from './person-fields'

/** Sends the verification mail for a customer's address. */
export const startEmailVerification = operation({
  id: 'email-verifications.start',
  service: 'customers',
  effect: 'write',
  method: 'POST',
  path: '/v1/customers/verifications/emails/start',
  summary: 'Start the verification of an e-mail address',
  description:
    'Sends the registrant a mail with a link that confirms the address. Requires email and handle. If the address is not confirmed in time, its domains are suspended: they are removed from the DNS. Free of charge. Cannot be undone.',
  body: z.object({
    email: unlessBlank.describe('Required: the address to confirm, as the customer has it.'),
    handle: unlessBlank.describe('Required: handle of the customer with this address.'),
    language: unlessBlank.describe(descriptions.mailLanguage),
    tag: unlessBlank.describe('Accepted without effect: existing clients send the name of a mail template here.'),
  }),
  result: z.object({ id: z.int().describe('Number of the verification that was started.') }),
  errors: [
    'email_argument_missing',
    'customer_not_found',
    'email_verified',
    'email_verification_running',
    'rate_limited',
  ],
  example: { email: 'ada@example.com', handle: 'AJ100001-NL', language: 'en' },
  schemas: { request: 'emailStartEmailVerificationRequest', response: 'emailStartEmailVerificationResponse' },
})

import { z } from 'zod'
import { operation } from '../operation'
import { unlessBlank } from '../primitives/scalars'
import { about } from './about-people'

/** Sends the verification mail for a customer's address. */
export const startEmailVerification = operation({
  id: 'email-verifications.start',
  service: 'customers',
  effect: 'write',
  method: 'POST',
  path: '/v1/customers/verifications/emails/start',
  summary: 'Start the verification of an e-mail address',
  description:
    'Needs email and handle. Sends a registrant the mail with the link that confirms the address. A started verification that is not confirmed in time holds the domains of that address off the DNS. Costs nothing; cannot be taken back.',
  body: z.object({
    email: unlessBlank.describe('Required: the address to confirm, as the customer has it.'),
    handle: unlessBlank.describe('Required: handle of the customer with this address.'),
    language: unlessBlank.describe(about.mailLanguage),
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
})

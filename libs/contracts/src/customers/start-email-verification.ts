import { z } from 'zod'
import { operation } from '../operation'
import { unlessBlank } from '../primitives/scalars'

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
    email: unlessBlank.meta({ description: 'Required: the address of the customer.' }),
    handle: unlessBlank.meta({ description: 'Required: the customer the address belongs to.' }),
    language: unlessBlank.meta({ description: 'Of the mail, such as nl or nl_NL.' }),
    tag: unlessBlank,
  }),
  result: z.object({ id: z.int() }),
  errors: [
    'email_argument_missing',
    'customer_not_found',
    'email_verified',
    'email_verification_running',
    'rate_limited',
  ],
})

import { z } from 'zod'
import { operation } from '../operation'
import { success } from '../primitives/page'
import { unlessBlank } from '../primitives/scalars'

/** Sends the verification mail for an address again and gives it a new deadline. */
export const restartEmailVerification = operation({
  id: 'email-verifications.restart',
  service: 'customers',
  effect: 'write',
  method: 'POST',
  path: '/v1/customers/verifications/emails/restart',
  summary: 'Restart the verification of an e-mail address',
  description: 'Sends the confirmation mail again with a new link and a new deadline. Costs nothing.',
  body: z.object({
    email: unlessBlank.meta({ description: 'Required.' }),
    handle: unlessBlank.meta({ description: 'A customer the address belongs to.' }),
    language: unlessBlank.meta({ description: 'Of the mail, such as nl or nl_NL.' }),
    tag: unlessBlank,
  }),
  result: success,
  errors: [
    'email_argument_missing',
    'customer_not_found',
    'email_verified',
    'email_verification_not_found',
    'rate_limited',
  ],
})

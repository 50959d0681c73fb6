import { z } from 'zod'
import { operation } from '../operation'
import { wireDate } from '../primitives/dates'
import { page, results } from '../primitives/page'
import { flag, resourceId, text, word } from '../primitives/scalars'
import { responseIgnored } from '../primitives/texts'

const states = ['failed', 'in progress', 'not verified', 'verified'] as const
const failures = ['expired', 'bounced'] as const

/** E-mail verification of a domain's registrant: one row per domain and address. */
const emailVerification = z
  .object({
    domain: z.string().describe('Whole name of the domain that uses the address, such as example.com.'),
    email: z.string().describe('Address that is to be confirmed.'),
    handle: z.string().describe('Handle of the customer with this address, such as AT123456-NL.'),
    status: z
      .enum(states)
      .describe(
        'State of the verification. `in progress`: a mail was sent, but its link was not used yet. `failed`: see description.',
      ),
    description: z
      .enum(failures)
      .optional()
      .describe(
        'Why it failed: `expired` (the link was not used in time) or `bounced` (the mail could not be delivered).',
      ),
    expiration_date: wireDate.describe('While in progress: when the verification expires and the domain is suspended.'),
    is_suspended: z
      .boolean()
      .describe('Whether the domain is removed from the DNS because the address was not confirmed.'),
  })
  .meta({ id: 'EmailVerification', description: 'Whether the owner of a domain has confirmed the e-mail address.' })

/** Lists the verification of e-mail addresses by domain. */
export const listEmailVerifications = operation({
  id: 'email-verifications.list',
  service: 'customers',
  effect: 'read',
  method: 'GET',
  path: '/v1/customers/verifications/emails/domains',
  summary: 'List e-mail verifications by domain',
  description:
    'Use to see which registrants have not confirmed their e-mail address, their deadline, and which domains are suspended because of it.',
  query: z.object({
    ...page(),
    domain_id: resourceId.optional().describe('Number of a domain: only its addresses.'),
    domain: text.optional().describe('Whole name of a domain, such as example.com: only its addresses.'),
    email: text.optional().describe('Only this address.'),
    handle: text.optional().describe('Only addresses of the customer with this handle.'),
    status: word(...states)
      .optional()
      .describe('Only addresses in this state.'),
    description: word(...failures)
      .optional()
      .describe('Only verifications that failed for this reason.'),
    is_suspended: flag
      .optional()
      .describe('Only domains that are suspended because of the address, or only those that are not.'),
    response: responseIgnored.optional(),
  }),
  result: results(emailVerification),
  errors: [],
  schemas: { response: 'emailListDomainVerificationsResponse' },
})

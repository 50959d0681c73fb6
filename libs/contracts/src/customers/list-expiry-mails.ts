import { z } from 'zod'
import { operation } from '../operation'
import { wireDate } from '../primitives/dates'
import { page, results } from '../primitives/page'
import { resourceId } from '../primitives/scalars'

/** Lists the mails about the expiry of the account's domains. */
export const listExpiryMails = operation({
  id: 'expiry-mails.list',
  service: 'customers',
  effect: 'read',
  method: 'GET',
  path: '/v1/expiry-mails',
  summary: 'List mails about the expiry of domains',
  description:
    'Use to show that a registrant was told that a domain expires, and when. Newest first. Kept for two years. Free of charge.',
  query: z.object({
    ...page(),
    domain_id: resourceId.optional().describe('Number of a domain: only mails about it.'),
  }),
  result: results(
    z
      .object({
        domain_id: z.int().describe('Number of the domain that the mail is about.'),
        domain: z.string().describe('Name of the domain.'),
        kind: z
          .enum(['in-30-days', 'in-7-days', 'in-1-day', 'expired'])
          .describe('What the mail said: in how many days the domain expires, or that it has expired.'),
        recipient: z
          .string()
          .describe(
            'Handle of the registrant, such as AT123456-NL, or `contacts/` and the number of an administrator.',
          ),
        expiration_date: wireDate.describe('The expiry that the mail named.'),
        sent_date: wireDate.describe('When the mail server took the mail.'),
        is_bounced: z.boolean().describe('Whether the mail server answered that there is no such mailbox.'),
      })
      .meta({ id: 'ExpiryMail', description: 'A mail about the expiry of a domain.' }),
  ),
  errors: [],
})

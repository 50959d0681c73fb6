import { z } from 'zod'
import { operation } from '../operation'
import { wireDate } from '../primitives/dates'
import { page, results } from '../primitives/page'
import { neededText } from '../primitives/scalars'

const state = z.enum(['waiting', 'sent', 'delayed', 'bounced', 'complained'])

/** Lists the mails that were sent for the account, and what mail servers reported about them. */
export const listMailDeliveries = operation({
  id: 'mail-deliveries.list',
  service: 'customers',
  effect: 'read',
  method: 'GET',
  path: '/v1/mail-deliveries',
  summary: 'List mails and whether they arrived',
  description:
    'Use to find out why a mail did not arrive, or which addresses of customers no longer work. Newest first. Kept for 90 days, or two years if a policy of ICANN demands the mail, or as the operator has set. Free of charge.',
  query: z.object({
    ...page(),
    state: state.optional().describe('Only mails in this state: waiting, sent, delayed, bounced or complained.'),
    email: neededText(320).optional().describe('Only mails to this address. Upper and lower case are the same.'),
  }),
  result: results(
    z
      .object({
        id: z.int().describe('Number of the mail.'),
        type: z.string().describe('What the mail is for, such as `verification`, `expiry` or `password-reset`.'),
        object: z.string().describe('What it is about, such as `domains/7` or `customers/AT123456-NL`.'),
        email: z.string().describe('Address of the recipient, in lower case.'),
        sent_date: wireDate.describe('When the mail server of the platform took the mail, or was first asked to.'),
        state: state.describe(
          'waiting: the mail server of the platform has not taken it yet. sent: nothing was reported. delayed: a mail server tries again. bounced: it was not delivered. complained: the recipient has reported it as unwanted.',
        ),
        status: z.string().describe('Enhanced status code of the report (RFC 3463), such as 5.1.1; empty without one.'),
        diagnostic: z
          .string()
          .describe('What the last mail server said, up to 500 characters; empty without a report.'),
        reported_date: wireDate.describe('When that was reported.'),
      })
      .meta({ id: 'MailDelivery', description: 'A mail, and what is known about its delivery.' }),
  ),
  errors: [],
})

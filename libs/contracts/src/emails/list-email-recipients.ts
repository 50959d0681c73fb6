import { z } from 'zod'
import { operation } from '../operation'
import { page, results } from '../primitives/page'
import { emailRecipients } from './email-recipients'

/** Lists the mails about events, and who gets each. */
export const listEmailRecipients = operation({
  id: 'emails.list-recipients',
  service: 'customers',
  effect: 'read',
  isForPeople: true,
  method: 'GET',
  path: '/v1/emails/recipients',
  summary: 'See who gets mails about events',
  description:
    'Use to see which events of the account are mailed, and whether the registrant, the administrators of the account, both or nobody get the mail. Free of charge.',
  query: z.object(page()),
  result: results(emailRecipients),
  errors: [],
})

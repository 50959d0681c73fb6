import { z } from 'zod'
import { mailRecipients } from '../events/account-event'
import { operation } from '../operation'
import { word } from '../primitives/scalars'
import { emailRecipients } from './email-recipients'

/** Decides who gets the mails of a type. */
export const setEmailRecipients = operation({
  id: 'emails.set-recipients',
  service: 'customers',
  effect: 'write',
  roles: ['admin', 'billing'],
  isForPeople: true,
  method: 'PUT',
  path: '/v1/emails/recipients/:type',
  summary: 'Decide who gets mails about an event',
  description:
    'Use to mail the registrant, the administrators of the account, both or nobody about an event. What a policy demands towards the registrant cannot be switched off. Counts for events from now on. Free of charge. Can be changed back.',
  params: z.object({ type: z.string().max(64).describe('Type of the mail, such as domain-renewed.') }),
  body: z.object({
    recipients: word(...mailRecipients).describe('Who gets it: registrant, reseller, both or nobody.'),
  }),
  result: emailRecipients,
  errors: ['email_type_unknown', 'email_recipients_demanded', 'email_recipients_unavailable'],
  example: { recipients: 'both' },
})

import { z } from 'zod'
import { operation } from '../operation'
import { emailGiven } from './email'

/** Creates a template: own words of the account for a type of mail. */
export const createEmail = operation({
  id: 'emails.create',
  service: 'customers',
  effect: 'write',
  roles: ['admin', 'billing'],
  isForPeople: true,
  method: 'POST',
  path: '/v1/emails',
  summary: 'Create a template of a mail',
  description:
    'Use to send mails to customers in your own words. A template that does not compile is refused with its line; emails.preview shows a mail before it is sent. Free of charge. Undo with emails.delete.',
  body: z.object(emailGiven),
  result: z.object({ id: z.int().describe('Number of the template.') }),
  errors: ['email_template_invalid', 'email_type_unknown', 'email_template_limit'],
  example: {
    group: 'ive',
    name: 'verification',
    locale: ['en_GB'],
    fields: [
      { name: 'subject', value: 'Is {{email}} your address?' },
      { name: 'text', value: 'Hello,\n\nplease confirm your address by {{deadline}} UTC:\n\n{{link}}\n\n{{account}}' },
    ],
  },
  schemas: { request: 'emailCreateEmailRequest', response: 'emailCreateEmailResponse' },
})

import { z } from 'zod'
import { operation } from '../operation'
import { page, results } from '../primitives/page'
import { flag, resourceId, word } from '../primitives/scalars'
import { email, emailGroups } from './email'

/** Lists the templates of mails of the account, and those of the platform. */
export const listEmails = operation({
  id: 'emails.list',
  service: 'customers',
  effect: 'read',
  method: 'GET',
  path: '/v1/emails',
  summary: 'List templates of mails',
  description:
    'Use to see what the platform mails to customers in your name: your own templates first, then the words of the platform that are used where you have none. Free of charge.',
  query: z.object({
    ...page(),
    id: resourceId.optional().describe('Number of a template.'),
    name: z.string().max(255).optional().describe('Name of a template.'),
    group: word(...emailGroups)
      .optional()
      .describe('Policy that asks for the mail, such as errp.'),
    is_system: flag.optional().describe('True: only the words of the platform. False: only your own templates.'),
  }),
  result: results(email),
  errors: [],
  schemas: { response: 'emailListEmailsResponse' },
})

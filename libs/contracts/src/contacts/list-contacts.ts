import { z } from 'zod'
import { operation } from '../operation'
import { page, results } from '../primitives/page'
import { flag, order, pattern } from '../primitives/scalars'
import { contact } from './contact'

/** Lists the contacts of the account. */
export const listContacts = operation({
  id: 'contacts.list',
  service: 'customers',
  effect: 'read',
  method: 'GET',
  path: '/v1/contacts',
  isForPeople: true,
  summary: 'List contacts',
  description:
    "Use to find the people who may act for the account, and which of them may call the API. These are the reseller's own people; registrants of domains are customers.",
  query: z.object({
    ...page(),
    order: order.optional().describe('Sort direction: asc (the default) or desc.'),
    order_by: z
      .string()
      .max(64)
      .optional()
      .describe('Column to sort by: id (the default), username, email, first_name, last_name, company_name or role.')
      .describe('Column to sort by, such as id, username, email or last_name; id by default.'),
    email_pattern: pattern.optional().describe('E-mail address to look for; `*` stands for any characters.'),
    last_name_pattern: pattern.optional().describe('Family name to look for; `*` stands for any characters.'),
    company_name_pattern: pattern.optional().describe('Company to look for; `*` stands for any characters.'),
    username_pattern: pattern.optional().describe('Login name to look for; `*` stands for any characters.'),
    role: z.string().max(64).optional().describe('Only contacts of this role: admin, tech, billing or readonly.'),
    with_additional_data: flag.prefault(false).describe('Also show additional_data; false by default.'),
  }),
  result: results(contact),
  errors: ['contact_role_unknown'],
  schemas: { response: 'contactListContactsResponse' },
})

import { z } from 'zod'
import { operation } from '../operation'
import { page, results } from '../primitives/page'
import { flag, order, pattern } from '../primitives/scalars'
import { contact } from './contact'

/** Lists the people who act for the reseller. */
export const listContacts = operation({
  id: 'contacts.list',
  service: 'customers',
  effect: 'read',
  method: 'GET',
  path: '/v1/contacts',
  summary: 'List contacts',
  description:
    "Use to find the people who may act for the account, and which of them may call the API. These are the reseller's own people; registrants of domains are customers.",
  query: z.object({
    ...page(),
    order: order.optional(),
    order_by: z.string().max(64).optional(),
    email_pattern: pattern.optional(),
    last_name_pattern: pattern.optional(),
    company_name_pattern: pattern.optional(),
    username_pattern: pattern.optional(),
    role: z.string().max(64).optional().meta({ description: 'admin, tech or billing.' }),
    with_additional_data: flag.prefault(false),
  }),
  result: results(contact),
  errors: ['contact_role_unknown'],
})

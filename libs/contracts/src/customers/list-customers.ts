import { z } from 'zod'
import { operation } from '../operation'
import { cursor, nextCursor } from '../primitives/cursor'
import { page, results } from '../primitives/page'
import { flag, order, pattern, resourceId, word } from '../primitives/scalars'
import { customer } from './customer'
import { personName } from './person'

/** Fields to which a caller can restrict a list of customers. */
export const customerColumn = word(
  'firstName',
  'prefix',
  'initials',
  'lastName',
  'companyName',
  'email',
  'handle',
  'id',
  'fullName',
)

/** Lists the account's customers, a page at a time. */
export const listCustomers = operation({
  id: 'customers.list',
  service: 'customers',
  effect: 'read',
  method: 'GET',
  path: '/v1/customers',
  summary: 'List customers',
  description:
    'Use to find registrants and other handles by name, company or e-mail. Returns one page and the total. To read all, use cursor.',
  query: z.object({
    ...page(),
    ...cursor,
    order: order.optional().describe('Sort direction: asc (the default) or desc.'),
    order_by: z
      .string()
      .max(64)
      .optional()
      .describe('Column to sort by: id (the default), handle, email, first_name, last_name or company_name.'),
    reseller_id: resourceId.optional().describe('Number of your account; another number finds nothing.'),
    pattern: pattern
      .optional()
      .describe('First name, last name, company or handle to look for; `*` stands for any characters.'),
    handle_pattern: pattern.optional().describe('Handle to look for; `*` stands for any characters.'),
    email_pattern: pattern.optional().describe('E-mail address to look for; `*` stands for any characters.'),
    first_name_pattern: pattern.optional().describe('Given name to look for; `*` stands for any characters.'),
    last_name_pattern: pattern.optional().describe('Family name to look for; `*` stands for any characters.'),
    company_name_pattern: pattern.optional().describe('Company to look for; `*` stands for any characters.'),
    comment_pattern: pattern.optional().describe('Comment to look for; `*` stands for any characters.'),
    type: word('company', 'individual')
      .optional()
      .describe('Only companies, or only individuals (customers without a company name).'),
    columns: z.array(customerColumn).optional().describe('Show only these fields of each customer; all when absent.'),
    with_additional_data: flag
      .prefault(false)
      .describe('Also show additional_data and extension_additional_data; false by default.'),
  }),
  /** Whole customers, unless `columns` leaves fields out. */
  result: results(customer.extend({ name: personName.partial().describe('Name of the person.') }).partial()).extend(
    nextCursor,
  ),
  errors: [],
  schemas: { response: 'customerListCustomersResponse' },
})

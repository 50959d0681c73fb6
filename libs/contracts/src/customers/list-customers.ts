import { z } from 'zod'
import { operation } from '../operation'
import { page, results } from '../primitives/page'
import { flag, order, pattern, resourceId, word } from '../primitives/scalars'
import { customer } from './customer'
import { personName } from './person'

/** Columns that a caller may restrict a list of customers to, by the names that queries use. */
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
  description: 'Use to find registrants and other handles by name, company or e-mail. Answers a page and the total.',
  query: z.object({
    ...page(),
    order: order.optional(),
    order_by: z.string().max(64).optional(),
    reseller_id: resourceId.optional().meta({ description: 'Only the own account.' }),
    pattern: pattern
      .optional()
      .meta({ description: 'Matches first name, last name, company name or handle; wildcard `*`.' }),
    handle_pattern: pattern.optional(),
    email_pattern: pattern.optional(),
    first_name_pattern: pattern.optional(),
    last_name_pattern: pattern.optional(),
    company_name_pattern: pattern.optional(),
    comment_pattern: pattern.optional(),
    type: word('company', 'individual').optional(),
    columns: z.array(customerColumn).optional().meta({ description: 'Only these come back.' }),
    with_additional_data: flag.prefault(false),
  }),
  /** Whole customers, unless `columns` leaves fields out. */
  result: results(customer.extend({ name: personName.partial() }).partial()),
  errors: [],
})

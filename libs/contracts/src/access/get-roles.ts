import { z } from 'zod'
import { operation } from '../operation'
import { everyRole } from '../roles'

/** Returns the role of the contact person who calls, and whether roles count in the account. */
export const getRoles = operation({
  id: 'access.get-roles',
  service: 'customers',
  effect: 'read',
  method: 'GET',
  path: '/v1/auth/roles',
  isForPeople: true,
  summary: 'See whether roles limit your people',
  description:
    'Use to see what your own contact may do, or before access.set-roles. The description of each operation names the roles that it is open to. Free of charge.',
  result: z.object({
    is_enforced: z
      .boolean()
      .describe(
        'Whether the roles of contacts limit them. If not, contacts of the roles tech and billing may do everything except manage people and API keys.',
      ),
    role: z.enum(everyRole).describe('The role of your own contact.'),
  }),
})

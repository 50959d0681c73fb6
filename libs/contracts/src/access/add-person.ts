import { z } from 'zod'
import { internalOperation } from '../operation'
import { operatorName } from '../primitives/operator-name'
import { everyRole } from '../roles'

/** Adds a contact person, also an administrator, to an account. API access must be switched on explicitly. */
export const addPerson = internalOperation({
  id: 'access.add-person',
  service: 'customers',
  audience: 'operator',
  effect: 'write',
  summary: 'Add a contact person to an account',
  body: z.object({
    operator: operatorName,
    resellerId: z.int(),
    username: z.string().min(1).max(255),
    password: z.string().max(1024),
    email: z.string().max(255),
    role: z.enum(everyRole),
    apiAccess: z.boolean().default(false),
  }),
  result: z.object({ contactId: z.int() }),
  errors: ['reseller_not_found', 'username_unavailable', 'password_invalid', 'email_invalid'],
})

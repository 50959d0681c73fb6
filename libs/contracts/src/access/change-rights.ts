import { z } from 'zod'
import { internalOperation } from '../operation'
import { operatorName } from './operator-name'

const addresses = z.array(z.string().max(64)).max(1000)

/** Changes what a person may do; what is not given stays. Takes its tokens away where they must stop working. */
export const changeRights = internalOperation({
  id: 'access.change-rights',
  service: 'customers',
  audience: 'operator',
  effect: 'write',
  summary: 'Change what a contact person may do',
  body: z.object({
    operator: operatorName,
    username: z.string().min(1).max(255),
    /** Whether the person may log in at all. */
    isActive: z.boolean().optional(),
    apiAccess: z.boolean().optional(),
    /** Addresses and CIDR ranges the API may be used from; none allows all. */
    allow: addresses.optional(),
    /** Addresses and CIDR ranges the API may not be used from, whatever is allowed. */
    deny: addresses.optional(),
    password: z.string().max(1024).optional(),
  }),
  result: z.object({
    contactId: z.int(),
    /** What is different now. */
    changed: z.array(z.enum(['isActive', 'apiAccess', 'allow', 'deny', 'password'])),
  }),
  errors: ['person_not_found', 'contact_is_last_admin', 'address_list_invalid', 'password_invalid'],
})

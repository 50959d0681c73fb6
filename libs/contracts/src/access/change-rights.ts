import { z } from 'zod'
import { internalOperation } from '../operation'
import { operatorName } from '../primitives/operator-name'

const addresses = z.array(z.string().max(64)).max(1000)

/** Changes the rights of a contact person. Absent fields stay as they are. Tokens that lose a right are revoked. */
export const changeRights = internalOperation({
  id: 'access.change-rights',
  service: 'customers',
  audience: 'operator',
  effect: 'write',
  summary: 'Change the rights of a contact person',
  body: z.object({
    operator: operatorName,
    username: z.string().min(1).max(255),
    /** Whether the person may log in at all. */
    isActive: z.boolean().optional(),
    apiAccess: z.boolean().optional(),
    /** Addresses and CIDR ranges that may use the API; an empty list allows all. */
    allow: addresses.optional(),
    /** Addresses and CIDR ranges that may not use the API, even if the other list allows them. */
    deny: addresses.optional(),
    password: z.string().max(1024).optional(),
  }),
  result: z.object({
    contactId: z.int(),
    /** The changed fields. */
    changed: z.array(z.enum(['isActive', 'apiAccess', 'allow', 'deny', 'password'])),
  }),
  errors: ['person_not_found', 'contact_is_last_admin', 'address_list_invalid', 'password_invalid'],
})

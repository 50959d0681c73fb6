import { z } from 'zod'
import { internalOperation } from '../operation'
import { currencyCode } from '../primitives/money'
import { operatorName } from '../primitives/operator-name'

/** Opens an account with its first contact person, who can use the API. */
export const createReseller = internalOperation({
  id: 'access.create-reseller',
  service: 'customers',
  audience: 'operator',
  effect: 'write',
  summary: 'Open a reseller account',
  body: z.object({
    operator: operatorName,
    company: z.string().min(1).max(255),
    /** In any case. */
    currency: z.string().toUpperCase().pipe(currencyCode),
    /** Whether the table of roles limits the people of the account. */
    enforcesRoles: z.boolean().default(false),
    contact: z.object({
      username: z.string().min(1).max(255),
      password: z.string().max(1024),
      email: z.string().max(255),
    }),
  }),
  result: z.object({ resellerId: z.int(), contactId: z.int() }),
  errors: ['username_unavailable', 'password_invalid'],
})

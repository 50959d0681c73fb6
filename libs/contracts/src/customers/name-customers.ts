import { z } from 'zod'
import { internalOperation } from '../operation'

/** Returns the names of customers. Names never change until they are erased; then they are empty. Unknown handles are left out. */
export const nameCustomers = internalOperation({
  id: 'customers.names',
  service: 'customers',
  audience: 'service',
  callers: ['domains'],
  effect: 'read',
  summary: 'Read the names of customers',
  body: z.object({ resellerId: z.int(), handles: z.array(z.string()).min(1).max(1000) }),
  result: z.object({
    names: z.array(
      z.object({
        handle: z.string(),
        fullName: z.string(),
        /** Empty for a person. */
        companyName: z.string(),
      }),
    ),
  }),
})

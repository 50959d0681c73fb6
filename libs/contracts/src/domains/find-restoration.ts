import { z } from 'zod'
import { internalOperation } from '../operation'

/** How the live domain of an account would be brought back now, for the service that prices it. */
export const findRestoration = internalOperation({
  id: 'domains.find-restoration',
  service: 'domains',
  audience: 'service',
  effect: 'read',
  summary: 'Find what bringing a domain back is priced as',
  body: z.object({
    resellerId: z.int(),
    /** Whole name in lower case and A-labels. */
    name: z.string(),
  }),
  result: z.object({
    /** Absent where the account has no such domain, or it cannot be brought back. */
    restoration: z
      .object({
        operation: z.enum(['restore', 'soft_restore']),
        /** The registry renews it along with that. */
        hasRenewal: z.boolean(),
        hasPrivacy: z.boolean(),
      })
      .optional(),
  }),
})

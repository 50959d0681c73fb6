import { z } from 'zod'
import { internalOperation } from '../operation'

/** Returns how a domain of an account would be restored now, for the service that prices the restore. */
export const findRestoration = internalOperation({
  id: 'domains.find-restoration',
  service: 'domains',
  audience: 'service',
  callers: ['orders'],
  effect: 'read',
  summary: 'Find the kind of restore that a domain needs',
  body: z.object({
    resellerId: z.int(),
    /** Whole name in lower case and A-labels. */
    name: z.string(),
  }),
  result: z.object({
    /** Absent if the account has no such domain, or the domain cannot be restored. */
    restoration: z
      .object({
        operation: z.enum(['restore', 'soft_restore']),
        /** Whether the registry renews the domain with the restore. */
        hasRenewal: z.boolean(),
        hasPrivacy: z.boolean(),
      })
      .optional(),
  }),
})

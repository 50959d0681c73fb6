import { z } from 'zod'
import { internalOperation } from '../operation'

/** Counts the domains of an account by the status that resellers see. */
export const countDomainsByStatus = internalOperation({
  id: 'domains.count-by-status',
  service: 'domains',
  audience: 'service',
  callers: ['orders'],
  effect: 'read',
  summary: 'Count the domains of an account by status',
  body: z.object({ resellerId: z.int() }),
  result: z.object({
    /** By status; one without domains is left out. */
    counts: z.record(z.string(), z.int()),
  }),
  errors: [],
})

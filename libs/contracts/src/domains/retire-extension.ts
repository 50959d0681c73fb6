import { z } from 'zod'
import { internalOperation } from '../operation'

/** Ends the sale of an extension from an instant on. Its domains keep its rules. */
export const retireExtension = internalOperation({
  id: 'extensions.retire',
  service: 'domains',
  audience: 'operator',
  effect: 'write',
  summary: 'Do not sell an extension any more from an instant on',
  body: z.object({
    suffix: z.string().min(1).max(63),
    /** Not in the past; absent: now. */
    effectiveFrom: z.iso.datetime().optional(),
  }),
  result: z.object({ suffix: z.string(), effectiveFrom: z.iso.datetime() }),
  errors: ['tld_not_found', 'invalid_input'],
})

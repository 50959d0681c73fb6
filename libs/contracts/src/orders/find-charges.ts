import { z } from 'zod'
import { internalOperation } from '../operation'

/** Finds the orders of an account that were charged since an instant, or whose price is reserved. */
export const findCharges = internalOperation({
  id: 'ledger.find-charges',
  service: 'orders',
  audience: 'service',
  callers: ['domains'],
  effect: 'read',
  summary: 'Find the charged orders of names',
  body: z.object({
    resellerId: z.int().min(1),
    /** Names of domains. */
    subjects: z.array(z.string()).min(1).max(50),
    since: z.iso.datetime(),
  }),
  result: z.object({
    /** `action` is the priced operation: `create`. */
    charges: z.array(z.object({ subject: z.string(), action: z.string() })),
  }),
  errors: [],
})

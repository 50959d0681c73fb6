import { z } from 'zod'
import { internalOperation } from '../operation'

/**
 * Returns the label that begins the names of the name servers assigned to an account. It is assigned when the account is
 * opened and never changes.
 */
export const findNameserverLabel = internalOperation({
  id: 'access.find-nameserver-label',
  service: 'customers',
  audience: 'service',
  callers: ['dns'],
  effect: 'read',
  summary: 'Find the label of the name servers of an account',
  body: z.object({ resellerId: z.int() }),
  result: z.object({
    /** Null for an account that was opened before accounts had name servers of their own. */
    label: z.string().nullable(),
  }),
})

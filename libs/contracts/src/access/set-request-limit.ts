import { z } from 'zod'
import { internalOperation } from '../operation'
import { operatorName } from './operator-name'

/** How many requests an account may make. */
export const requestLimit = z.object({
  /** In the long run. */
  perSecond: z.number().min(0.001).max(1_000_000),
  /** At once, when it was quiet. */
  burst: z.int().min(1).max(1_000_000),
})

/** Gives an account a limit of its own on requests, or takes it away; counts within a second at all edges. */
export const setRequestLimit = internalOperation({
  id: 'access.set-request-limit',
  service: 'customers',
  audience: 'operator',
  effect: 'write',
  summary: 'Limit the requests of an account',
  body: z.object({
    operator: operatorName,
    resellerId: z.int(),
    /** Absent is the limit that all accounts have. */
    limit: requestLimit.optional(),
  }),
  result: z.object({ changed: z.boolean() }),
  errors: ['reseller_not_found'],
})

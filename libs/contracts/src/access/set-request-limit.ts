import { z } from 'zod'
import { internalOperation } from '../operation'
import { operatorName } from '../primitives/operator-name'

/** The request limit of an account. */
export const requestLimit = z.object({
  /** Requests per second in the long run. */
  perSecond: z.number().min(0.001).max(1_000_000),
  /** Requests at once after a quiet period. */
  burst: z.int().min(1).max(1_000_000),
})

/** Sets or removes a request limit for an account. All gateways apply it within a second. */
export const setRequestLimit = internalOperation({
  id: 'access.set-request-limit',
  service: 'customers',
  audience: 'operator',
  effect: 'write',
  summary: 'Limit the requests of an account',
  body: z.object({
    operator: operatorName,
    resellerId: z.int(),
    /** Absent: the default limit of all accounts. */
    limit: requestLimit.optional(),
  }),
  result: z.object({ changed: z.boolean() }),
  errors: ['reseller_not_found'],
})

import { z } from 'zod'
import { errorName } from '../errors'
import { internalOperation } from '../operation'

/** Records in the audit trail of the caller that a gateway has refused a request for lack of a right. */
export const recordRefusal = internalOperation({
  id: 'access.record-refusal',
  service: 'customers',
  audience: 'service',
  callers: ['gateway'],
  effect: 'write',
  summary: 'Record a refused request',
  body: z.object({
    /** Id of the operation that was asked for. */
    operation: z.string().max(128),
    refusal: errorName,
  }),
  result: z.object({}),
  errors: ['authentication_failed'],
})

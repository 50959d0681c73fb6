import { z } from 'zod'
import { internalOperation } from '../operation'
import { fingerprints } from './request-approval'

/** Uses an approval up for the call that it was given for. A call that is repeated with the same key may name it again. */
export const useApproval = internalOperation({
  id: 'approvals.use',
  service: 'customers',
  audience: 'service',
  callers: ['gateway'],
  effect: 'write',
  summary: 'Use an approval',
  body: z.object({
    id: z.int().min(1),
    /** Id of the operation of the call. */
    operation: z.string().max(128),
    fingerprints,
    /** The client's Idempotency-Key, if the service of the operation recognizes a repeated call by it. */
    repeatKey: z.string().max(300).optional(),
  }),
  result: z.object({}),
  errors: ['approval_unusable'],
})

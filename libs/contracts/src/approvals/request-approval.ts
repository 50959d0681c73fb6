import { z } from 'zod'
import { internalOperation } from '../operation'

/** Fingerprints of an operation and its arguments: keyed hashes, one for each secret of the gateway. */
export const fingerprints = z.array(z.string().length(64)).min(1).max(10)

/** Asks the people of the account to approve a call of an API key or an assistant. The same call that waits already is asked about once. */
export const requestApproval = internalOperation({
  id: 'approvals.request',
  service: 'customers',
  audience: 'service',
  callers: ['gateway'],
  effect: 'write',
  summary: 'Ask for an approval',
  body: z.object({
    /** Id of the operation of the call. */
    operation: z.string().max(128),
    fingerprints,
    /** Arguments without secrets. */
    arguments: z.record(z.string(), z.unknown()),
    price: z.object({ price: z.number(), currency: z.string().length(3) }).optional(),
  }),
  result: z.object({ id: z.int(), expiresAt: z.string() }),
  errors: ['rate_limited'],
})

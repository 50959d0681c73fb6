import { z } from 'zod'
import { internalOperation } from '../operation'

/** The token of a mailed link. */
export const approvalLink = { token: z.string().max(1024) }

/** Returns the call that a mailed link is about, while it waits for a person. */
export const findApprovalLink = internalOperation({
  id: 'approvals.find-link',
  service: 'customers',
  audience: 'service',
  callers: ['gateway'],
  effect: 'read',
  summary: 'Find the call that a link is about',
  body: z.object(approvalLink),
  result: z.object({
    /** Whose link it is. */
    username: z.string(),
    operation: z.string(),
    summary: z.string(),
    arguments: z.record(z.string(), z.unknown()),
    price: z.number().nullable(),
    currency: z.string().nullable(),
    /** Of the API key, or of the program of the assistant. */
    name: z.string(),
    isAssistant: z.boolean(),
    /** `YYYY-MM-DD HH:MM:SS` in UTC. */
    until: z.string(),
  }),
  errors: ['approval_link_not_found'],
})

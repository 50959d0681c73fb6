import { z } from 'zod'
import { internalOperation } from '../operation'

/** Lists the tokens of a person that work now, newest first; the tokens themselves are kept nowhere. */
export const listTokens = internalOperation({
  id: 'access.list-tokens',
  service: 'customers',
  audience: 'operator',
  effect: 'read',
  summary: 'List the tokens of a contact person',
  body: z.object({ username: z.string().min(1).max(255) }),
  result: z.object({
    tokens: z.array(
      z.object({
        /** First digits of the hash: enough to name it, too few to find it. */
        id: z.string(),
        scope: z.array(z.enum(['read', 'write', 'purchase'])),
        /** Address or CIDR range it works from; null is any. */
        boundTo: z.string().nullable(),
        /** ISO 8601. */
        createdAt: z.string(),
        expiresAt: z.string(),
      }),
    ),
  }),
  errors: ['person_not_found'],
})

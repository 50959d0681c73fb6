import { z } from 'zod'
import { internalOperation } from '../operation'
import { everyRight } from '../rights'

/** Lists the valid tokens of a contact person, newest first. The tokens themselves are not stored. */
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
        /** First digits of the hash: enough to identify the token, too few to guess it. */
        id: z.string(),
        scope: z.array(z.enum(everyRight)),
        /** Address or CIDR range to which the token is limited; null for none. */
        boundTo: z.string().nullable(),
        /** ISO 8601. */
        createdAt: z.string(),
        expiresAt: z.string(),
      }),
    ),
  }),
  errors: ['person_not_found'],
})

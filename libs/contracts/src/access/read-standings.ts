import { z } from 'zod'
import { internalOperation } from '../operation'

/**
 * Returns which contact persons may act now. A link ends when the contact who made it has no standing any more, or
 * another one. Only contacts who may use the API are returned.
 */
export const readStandings = internalOperation({
  id: 'access.read-standings',
  service: 'customers',
  audience: 'service',
  effect: 'read',
  summary: 'Read which contact persons may act',
  body: z.object({ contactIds: z.array(z.int()).max(10_000) }),
  result: z.object({
    standings: z.array(
      z.object({
        contactId: z.int(),
        resellerId: z.int(),
        /** Changes with the password. */
        stamp: z.string(),
      }),
    ),
  }),
})

import { z } from 'zod'
import { internalOperation } from '../operation'
import { operatorName } from './operator-name'

/** Takes tokens of a person away: all, or the one that is named. */
export const revokeTokens = internalOperation({
  id: 'access.revoke-tokens',
  service: 'customers',
  audience: 'operator',
  effect: 'write',
  summary: 'Take tokens of a contact person away',
  body: z.object({
    operator: operatorName,
    username: z.string().min(1).max(255),
    /** As the list of tokens names it. */
    id: z
      .string()
      .regex(/^[\da-f]{12}$/)
      .optional(),
  }),
  result: z.object({ revoked: z.int() }),
  errors: ['person_not_found'],
})

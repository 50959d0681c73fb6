import { z } from 'zod'
import { internalOperation } from '../operation'
import { operatorName } from '../primitives/operator-name'

/** Revokes tokens of a contact person: all, or a single one. */
export const revokeTokens = internalOperation({
  id: 'access.revoke-tokens',
  service: 'customers',
  audience: 'operator',
  effect: 'write',
  summary: 'Revoke tokens of a contact person',
  body: z.object({
    operator: operatorName,
    username: z.string().min(1).max(255),
    /** First digits of the token's hash, as access.list-tokens returns them. */
    id: z
      .string()
      .regex(/^[\da-f]{12}$/)
      .optional(),
  }),
  result: z.object({ revoked: z.int() }),
  errors: ['person_not_found'],
})

import { z } from 'zod'
import { internalOperation } from '../operation'
import { operatorName } from '../primitives/operator-name'

/** Creates a login code for a contact whose account has no other contact who could. */
export const issueLoginCode = internalOperation({
  id: 'factors.issue-login-code',
  service: 'customers',
  audience: 'operator',
  effect: 'write',
  isSecret: true,
  summary: 'Create a login code for a contact person without a second factor',
  body: z.object({ operator: operatorName, username: z.string().min(1).max(255) }),
  result: z.object({
    code: z.string(),
    /** `YYYY-MM-DD HH:MM:SS` in UTC. */
    expiresAt: z.string(),
  }),
  errors: ['person_not_found'],
})

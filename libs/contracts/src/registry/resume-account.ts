import { z } from 'zod'
import { internalOperation } from '../operation'
import { operatorName } from '../primitives/operator-name'

/** Resumes an account at a registry after a refused login or a billing failure, and clears its alarms. */
export const resumeRegistryAccount = internalOperation({
  id: 'registry.resume-account',
  service: 'registry-worker',
  audience: 'operator',
  effect: 'write',
  summary: 'Resume an account at a registry, and clear its alarms',
  body: z.object({ operator: operatorName, account: z.string() }),
  result: z.object({ account: z.string() }),
  errors: ['registry_account_not_found'],
})

import { z } from 'zod'
import { operatorName } from '../access/operator-name'
import { internalOperation } from '../operation'

/** Lets an account at a registry work again after a refused login or missing money, and ends its alarms. */
export const resumeRegistryAccount = internalOperation({
  id: 'registry.resume-account',
  service: 'registry-worker',
  audience: 'operator',
  effect: 'write',
  summary: 'Let an account at a registry work again, and end its alarms',
  body: z.object({ operator: operatorName, account: z.string() }),
  result: z.object({ account: z.string() }),
  errors: ['registry_account_not_found'],
})

import { z } from 'zod'
import { command } from '../event'

/**
 * Withdraws an operation that waits for money at the registry and was not carried out: it settles as failed. One that has
 * ended, or that the registry has taken meanwhile, goes its way.
 */
export const withdrawRegistryOperation = command({
  id: 'registry.withdraw-operation',
  service: 'registry-worker',
  payload: z.object({
    operationId: z.uuid(),
    /** Why, in words. */
    reason: z.string(),
  }),
})

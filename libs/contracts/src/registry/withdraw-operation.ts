import { z } from 'zod'
import { command } from '../event'

/**
 * Withdraws an operation that waits because of a billing failure (2104): it settles as failed. An operation that ended, or
 * that the registry accepted meanwhile, continues.
 */
export const withdrawRegistryOperation = command({
  id: 'registry.withdraw-operation',
  service: 'registry-worker',
  payload: z.object({
    operationId: z.uuid(),
    /** The reason. */
    reason: z.string(),
  }),
})

import { z } from 'zod'
import { internalOperation } from '../operation'
import { registryReason } from './registry-account'

/**
 * Continues an operation now. The worker asks the registry about a command that was sent before it sends anything, so the
 * command has no second effect.
 */
export const retryRegistryOperation = internalOperation({
  id: 'registry.retry-operation',
  service: 'registry-worker',
  audience: 'operator',
  effect: 'write',
  summary: 'Continue an operation at a registry now',
  body: z.object({ operationId: z.uuid(), reason: registryReason }),
  result: z.object({ operationId: z.uuid(), object: z.string(), account: z.string() }),
  errors: ['registry_operation_not_found', 'invalid_input'],
})

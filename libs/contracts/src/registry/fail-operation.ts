import { z } from 'zod'
import { internalOperation } from '../operation'
import { registryReason } from './registry-account'

/**
 * Ends an operation as failed. Nothing more is sent for it. If a command of it was sent, the worker asks the registry first:
 * an operation that was carried out ends as done. Without asking, it fails at once, and what the registry did stays unknown.
 */
export const failRegistryOperation = internalOperation({
  id: 'registry.fail-operation',
  service: 'registry-worker',
  audience: 'operator',
  effect: 'write',
  summary: 'End an operation at a registry as failed',
  body: z.object({
    operationId: z.uuid(),
    reason: registryReason,
    /** Fail at once, also if a command was sent and its outcome is unknown. */
    isUnasked: z.boolean().default(false),
  }),
  result: z.object({
    operationId: z.uuid(),
    object: z.string(),
    account: z.string(),
    /** False: the registry is asked first. */
    hasFailed: z.boolean(),
  }),
  errors: ['registry_operation_not_found', 'invalid_input'],
})

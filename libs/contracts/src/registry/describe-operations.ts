import { z } from 'zod'
import { errorName } from '../errors'
import { internalOperation } from '../operation'
import { registryOperationKind } from './submit-operation'

/**
 * State of a registry operation. `unknown`: a command was sent and its result is not known. `reconciling`: the worker asks
 * the registry for the result.
 */
export const registryOperationState = z.enum([
  'queued',
  'executing',
  'waiting',
  'unknown',
  'reconciling',
  'done',
  'refused',
  'failed',
])

/**
 * What an operation waits for: the registry, where it is pending; an earlier operation of the same object; the
 * registrant, who must authorize it; an account whose login was refused; the balance at the registry; a free session;
 * the pause before the next attempt; its turn.
 */
export const registryOperationObstacle = z.enum([
  'registry',
  'earlier-operation',
  'authorization',
  'account-closed',
  'money',
  'session',
  'pause',
  'turn',
])

/** Returns the state of registry operations. Operations that have not arrived yet are left out. */
export const describeRegistryOperations = internalOperation({
  id: 'registry.describe-operations',
  service: 'registry-worker',
  audience: 'service',
  callers: ['domains'],
  effect: 'read',
  summary: 'Read the state of registry operations',
  body: z.object({ operationIds: z.array(z.uuid()).min(1).max(500) }),
  result: z.object({
    operations: z.array(
      z.object({
        operationId: z.uuid(),
        kind: registryOperationKind,
        object: z.string(),
        state: registryOperationState,
        /** Number of attempts. */
        attempts: z.int(),
        submittedAt: z.iso.datetime(),
        /** Since when it is pending at the registry (1001). */
        pendingAt: z.iso.datetime().optional(),
        settledAt: z.iso.datetime().optional(),
        /** When the worker next continues the operation, if no event continues it earlier. */
        nextLookAt: z.iso.datetime().optional(),
        /** Why it failed, or why it waits. */
        reason: z
          .object({ refusal: errorName, code: z.int().optional(), text: z.string(), subject: z.string().optional() })
          .optional(),
        waitsFor: registryOperationObstacle.optional(),
      }),
    ),
  }),
  errors: [],
})

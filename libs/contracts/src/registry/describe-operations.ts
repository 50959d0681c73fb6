import { z } from 'zod'
import { errorName } from '../errors'
import { internalOperation } from '../operation'
import { registryOperationKind } from './submit-operation'

/**
 * How far an operation at a registry is. `unknown`: a command was sent and its outcome is not known; `reconciling`: the
 * registry is being asked what became of it.
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
 * What keeps an operation from its next step: the registry, which keeps it pending; an earlier operation of the same
 * object; the registrant, who must authorize it; an account whose login was refused; money at the registry; room for a session there; the pause before the
 * next try; its turn.
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

/** Tells how far operations at registries are. An operation that has not arrived yet is not in the answer. */
export const describeRegistryOperations = internalOperation({
  id: 'registry.describe-operations',
  service: 'registry-worker',
  audience: 'service',
  effect: 'read',
  summary: 'Tell how far operations at registries are',
  body: z.object({ operationIds: z.array(z.uuid()).min(1).max(500) }),
  result: z.object({
    operations: z.array(
      z.object({
        operationId: z.uuid(),
        kind: registryOperationKind,
        object: z.string(),
        state: registryOperationState,
        /** Executions so far. */
        attempts: z.int(),
        submittedAt: z.iso.datetime(),
        /** Since when the registry keeps it pending (1001). */
        pendingAt: z.iso.datetime().optional(),
        settledAt: z.iso.datetime().optional(),
        /** When it is looked at next, unless something happens before. */
        nextLookAt: z.iso.datetime().optional(),
        /** Why it ended as it did, or why it waits. */
        reason: z
          .object({ refusal: errorName, code: z.int().optional(), text: z.string(), subject: z.string().optional() })
          .optional(),
        waitsFor: registryOperationObstacle.optional(),
      }),
    ),
  }),
  errors: [],
})

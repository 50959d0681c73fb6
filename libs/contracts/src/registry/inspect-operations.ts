import { z } from 'zod'
import { internalOperation } from '../operation'
import { registryOperationState } from './describe-operations'
import { registryAccountName } from './registry-account'
import { registryOperationKind } from './submit-operation'

/**
 * Why an operation does not go on: its command was sent and the outcome is unknown; its account is closed; it has no
 * balance at the registry; the operation before it never arrived; the registry has not decided for a long time; its command
 * was not sent in several attempts.
 */
export const registryOperationCause = z.enum([
  'unknown-outcome',
  'account-closed',
  'money',
  'predecessor-missing',
  'long-pending',
  'not-sent',
])

/**
 * Lists operations at registries for an operator: the unfinished ones, those that are stuck, or all of one object or
 * request.
 */
export const inspectRegistryOperations = internalOperation({
  id: 'registry.inspect-operations',
  service: 'registry-worker',
  audience: 'operator',
  effect: 'read',
  summary: 'List operations at registries, and why they are stuck',
  body: z.object({
    account: registryAccountName.optional(),
    /** Name in lower case and A-labels: all operations of the object, ended ones included. */
    object: z.string().trim().toLowerCase().min(1).max(255).optional(),
    /** Id of the request that ordered them (`X-Request-Id`): all of its operations, ended ones included. */
    request: z.uuid().optional(),
    /** Only operations that do not go on by themselves. */
    isStuck: z.boolean().default(false),
    limit: z.int().min(1).max(500).default(100),
  }),
  result: z.object({
    operations: z.array(
      z.object({
        operationId: z.uuid(),
        /** Id of the request that ordered it. */
        request: z.string(),
        account: z.string(),
        resellerId: z.int(),
        kind: registryOperationKind,
        object: z.string(),
        state: registryOperationState,
        attempts: z.int(),
        submittedAt: z.iso.datetime(),
        settledAt: z.iso.datetime().optional(),
        /** When the worker continues the operation. */
        nextLookAt: z.iso.datetime().optional(),
        /** What the registry or the worker said last. */
        text: z.string().optional(),
        /** Absent when the operation goes on by itself. */
        stuck: z
          .object({
            cause: registryOperationCause,
            since: z.iso.datetime(),
            /** Why it waits, and what an operator can do; one sentence each. */
            why: z.string(),
            todo: z.string(),
          })
          .optional(),
        /** An operator wants it to fail unless the registry shows that it was carried out. */
        isToFail: z.boolean(),
      }),
    ),
  }),
  errors: ['registry_account_not_found'],
})

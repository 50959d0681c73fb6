import { z } from 'zod'
import { internalOperation } from '../operation'
import { hostState } from './set-host'

/**
 * Deletes the host object of an account's name server at the registry. A repeated request with the same number returns the
 * state of that operation.
 */
export const deleteHost = internalOperation({
  id: 'domains.delete-host',
  service: 'domains',
  audience: 'service',
  callers: ['dns'],
  effect: 'write',
  summary: 'Delete a host at the registry of its domain',
  body: z.object({
    operationId: z.uuid(),
    resellerId: z.int(),
    /** Host name in lower case and A-labels. */
    name: z.string(),
    /** Whether to wait a short time for the registry. */
    isAwaited: z.boolean(),
  }),
  result: z.object({ state: hostState }),
  errors: ['nameserver_in_use', 'registry_refused', 'registry_unavailable'],
})

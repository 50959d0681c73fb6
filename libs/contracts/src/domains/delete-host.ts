import { z } from 'zod'
import { internalOperation } from '../operation'
import { hostState } from './set-host'

/**
 * Deletes the host that a nameserver of the account is at the registry of its domain. Asked again with the same number,
 * it tells how far that operation is.
 */
export const deleteHost = internalOperation({
  id: 'domains.delete-host',
  service: 'domains',
  audience: 'service',
  effect: 'write',
  summary: 'Delete a host at the registry of its domain',
  body: z.object({
    operationId: z.uuid(),
    resellerId: z.int(),
    /** Host name in lower case and A-labels. */
    name: z.string(),
    /** Whether a short time is waited for the registry. */
    isAwaited: z.boolean(),
  }),
  result: z.object({ state: hostState }),
  errors: ['nameserver_in_use', 'registry_refused', 'registry_unavailable'],
})

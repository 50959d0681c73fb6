import { z } from 'zod'
import { internalOperation } from '../operation'

/** State of a host change; `none` if the name is not below a domain of the account, so that no registry is involved. */
export const hostState = z.enum(['none', 'pending', 'done'])

/**
 * Creates or updates the host object of a name server below a domain of the account, with exactly these addresses (RFC
 * 5732). A repeated request with the same number returns the state of that operation. A name below a domain of another
 * account is refused.
 */
export const setHost = internalOperation({
  id: 'domains.set-host',
  service: 'domains',
  audience: 'service',
  callers: ['dns'],
  effect: 'write',
  summary: 'Set a host at the registry of its domain',
  body: z.object({
    operationId: z.uuid(),
    resellerId: z.int(),
    /** Host name in lower case and A-labels. */
    name: z.string(),
    ip: z.string().optional(),
    ip6: z.string().optional(),
    /** Whether to wait a short time for the registry. */
    isAwaited: z.boolean(),
  }),
  result: z.object({ state: hostState }),
  errors: ['nameserver_unavailable', 'domain_status_prohibits', 'registry_refused', 'registry_unavailable'],
})

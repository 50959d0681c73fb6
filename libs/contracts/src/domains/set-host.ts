import { z } from 'zod'
import { internalOperation } from '../operation'

/** How far a change of a host is: `none` where the name is not below a domain of the account, and stays here. */
export const hostState = z.enum(['none', 'pending', 'done'])

/**
 * Makes a nameserver below a domain of the account a host at the registry of that domain, with these addresses and no
 * others (RFC 5732). Asked again with the same number, it tells how far that operation is. A name below a domain of
 * another account is refused.
 */
export const setHost = internalOperation({
  id: 'domains.set-host',
  service: 'domains',
  audience: 'service',
  effect: 'write',
  summary: 'Set a host at the registry of its domain',
  body: z.object({
    operationId: z.uuid(),
    resellerId: z.int(),
    /** Host name in lower case and A-labels. */
    name: z.string(),
    ip: z.string().optional(),
    ip6: z.string().optional(),
    /** Whether a short time is waited for the registry. */
    isAwaited: z.boolean(),
  }),
  result: z.object({ state: hostState }),
  errors: ['nameserver_unavailable', 'domain_status_prohibits', 'registry_refused', 'registry_unavailable'],
})

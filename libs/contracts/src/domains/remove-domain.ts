import { z } from 'zod'
import { internalOperation } from '../operation'
import { operatorName } from '../primitives/operator-name'
import { domainStatus } from './domain'

/**
 * Deletes a domain of any account at its registry, without soft quarantine and with the hosts below it. The removal
 * reason is `policy`. Nothing is charged or refunded.
 */
export const removeDomain = internalOperation({
  id: 'domains.remove',
  service: 'domains',
  audience: 'operator',
  effect: 'write',
  summary: 'Remove a domain for a reason of policy',
  body: z.object({
    operator: operatorName,
    /** Whole name, in Unicode or in A-labels. */
    name: z.string().trim().min(1).max(255),
    /** Kept in the audit log. */
    reason: z.string().trim().min(1).max(1000),
  }),
  result: z.object({
    /** In A-labels. */
    name: z.string(),
    resellerId: z.int(),
    /** Status that resellers see now; the registry may still have to answer. */
    status: domainStatus,
  }),
  errors: [
    'domain_not_found',
    'domain_status_prohibits',
    'registry_refused',
    'domain_unknown_to_registry',
    'domain_elsewhere',
    'registry_unavailable',
  ],
})

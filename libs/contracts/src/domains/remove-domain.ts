import { z } from 'zod'
import { operatorName } from '../access/operator-name'
import { internalOperation } from '../operation'
import { domainStatus } from './domain'

/**
 * Deletes a domain at its registry, whatever account has it, past its soft quarantine and with the hosts below it. It has
 * the removal reason `policy` from then on. No money moves.
 */
export const removeDomain = internalOperation({
  id: 'domains.remove',
  service: 'domains',
  audience: 'operator',
  effect: 'write',
  summary: 'Remove a domain for a reason of policy',
  body: z.object({
    operator: operatorName,
    /** Whole name, in either spelling. */
    name: z.string().trim().min(1).max(255),
    /** Kept in the audit log. */
    reason: z.string().trim().min(1).max(1000),
  }),
  result: z.object({
    /** In A-labels. */
    name: z.string(),
    resellerId: z.int(),
    /** As resellers see it, as far as the registry has answered by now. */
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

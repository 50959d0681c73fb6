import { z } from 'zod'
import { operation } from '../operation'
import { domainStatus } from './domain'
import { domainId, sameDomain, descriptions, orderedDomain } from './domain-fields'

/** Restores a deleted domain in quarantine. */
export const restoreDomain = operation({
  id: 'domains.restore',
  service: 'domains',
  effect: 'purchase',
  roles: ['admin', 'tech', 'billing'],
  method: 'POST',
  path: '/v1/domains/:id/restore',
  admitsLimitedKeys: true,
  summary: 'Restore a deleted domain',
  description:
    'Restores a deleted domain while it is in quarantine. May cost much more than a renewal: see the price in domains.get-timeline first. Cannot be undone.',
  params: z.object({ id: domainId }),
  body: z.object({ domain: sameDomain }),
  result: z.object({ status: domainStatus.describe(descriptions.status) }),
  errors: [
    'order_loop',
    'domain_not_found',
    'domain_status_prohibits',
    'restore_not_allowed',
    'registry_unavailable',
    'registry_refused',
    'domain_unknown_to_registry',
    'domain_elsewhere',
    'not_sold',
    'premium_unavailable',
    'credit_too_low',
    'key_spend_limit',
    'order_refused',
  ],
  example: { domain: orderedDomain },
  schemas: { request: 'domainRestoreDomainRequest', response: 'domainRestoreDomainResponse' },
})

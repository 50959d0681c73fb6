import { z } from 'zod'
import { operation } from '../operation'
import { domainStatus } from './domain'
import { domainId, sameDomain, about } from './about-domains'

/** Brings a deleted domain back while that is possible. */
export const restoreDomain = operation({
  id: 'domains.restore',
  service: 'domains',
  effect: 'purchase',
  method: 'POST',
  path: '/v1/domains/:id/restore',
  summary: 'Restore a deleted domain',
  description:
    'Brings a deleted domain back while it is in quarantine. May cost much more than a renewal: ask domains.get-timeline for the price before. Cannot be undone.',
  params: z.object({ id: domainId }),
  body: z.object({ domain: sameDomain }),
  result: z.object({ status: domainStatus.describe(about.status) }),
  errors: [
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
    'order_refused',
  ],
})

import { z } from 'zod'
import { operation } from '../operation'
import { domainName } from '../primitives/domain-name'
import { resourceId } from '../primitives/scalars'
import { domainStatus } from './domain'

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
  params: z.object({ id: resourceId }),
  body: z.object({ domain: domainName.partial().optional() }),
  result: z.object({ status: domainStatus }),
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

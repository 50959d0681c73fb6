import { z } from 'zod'
import { operation } from '../operation'
import { integer } from '../primitives/scalars'
import { domainStatus } from './domain'
import { domainId, sameDomain, descriptions } from './domain-fields'

/** Renews a domain. */
export const renewDomain = operation({
  id: 'domains.renew',
  service: 'domains',
  effect: 'purchase',
  roles: ['admin', 'tech', 'billing'],
  method: 'POST',
  path: '/v1/domains/:id/renew',
  admitsLimitedKeys: true,
  summary: 'Renew a domain',
  description:
    'Renews a domain for one or more years. The account is charged when the registry has renewed it. Cannot be undone. Domains with autorenew renew automatically.',
  params: z.object({ id: domainId }),
  body: z.object({
    domain: sameDomain,
    period: integer().prefault(1).describe('Number of years to renew for; 1 by default.'),
  }),
  result: z.object({ status: domainStatus.describe(descriptions.status) }),
  errors: [
    'order_loop',
    'domain_not_found',
    'domain_status_prohibits',
    'period_invalid',
    'renewal_too_early',
    'renewal_ineligible',
    'registry_unavailable',
    'registry_refused',
    'domain_unknown_to_registry',
    'domain_elsewhere',
    'renewal_running',
    'restore_not_allowed',
    'not_sold',
    'premium_unavailable',
    'credit_too_low',
    'key_spend_limit',
    'order_refused',
  ],
  example: { period: 1 },
  schemas: { request: 'domainRenewDomainRequest', response: 'domainRenewDomainResponse' },
})

import { z } from 'zod'
import { operation } from '../operation'
import { success } from '../primitives/page'
import { unlessBlank } from '../primitives/scalars'
import { handleRefusals } from './order-refusals'
import { domainId, sameDomain } from './about-domains'

/** Tries the failed operation of a domain again, with another authcode when one is given. */
export const restartLastOperation = operation({
  id: 'domains.restart-last-operation',
  service: 'domains',
  effect: 'purchase',
  method: 'POST',
  path: '/v1/domains/:id/last-operation/restart',
  summary: 'Restart the failed operation of a domain',
  description: 'Use when an order has failed and its reason is mended. Orders the same again for what it costs now.',
  params: z.object({ id: domainId }),
  body: z.object({
    domain: sameDomain,
    auth_code: unlessBlank.describe('Another auth code, where the first was wrong; the first one when empty.'),
  }),
  result: success,
  errors: [
    'domain_not_found',
    'domain_status_prohibits',
    'transfer_not_pending',
    'domain_not_free',
    'domain_in_account',
    'domain_not_active',
    'domain_order_duplicate',
    'credit_too_low',
    'order_refused',
    'not_sold',
    'premium_fee_unaccepted',
    'premium_unavailable',
    'period_invalid',
    'renewal_running',
    'restore_not_allowed',
    ...handleRefusals,
    'rate_limited',
  ],
})

import { z } from 'zod'
import { operation } from '../operation'
import { success } from '../primitives/page'
import { unlessBlank } from '../primitives/scalars'
import { domainId, sameDomain } from './domain-fields'
import { handleRefusals } from './order-refusals'

/** Repeats the failed operation of a domain, with a new auth code if one is given. */
export const restartLastOperation = operation({
  id: 'domains.restart-last-operation',
  service: 'domains',
  effect: 'purchase',
  method: 'POST',
  path: '/v1/domains/:id/last-operation/restart',
  admitsLimitedKeys: true,
  summary: 'Restart the failed operation of a domain',
  description:
    'Use when an order has failed and the cause is fixed. Places the same order again, at the current price.',
  params: z.object({ id: domainId }),
  body: z.object({
    domain: sameDomain,
    auth_code: unlessBlank.describe('New auth code, if the first one was wrong; the first one by default.'),
  }),
  result: success,
  errors: [
    'order_loop',
    'domain_not_found',
    'domain_status_prohibits',
    'transfer_not_pending',
    'domain_not_free',
    'domain_in_account',
    'domain_not_active',
    'domain_order_duplicate',
    'credit_too_low',
    'key_spend_limit',
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
  example: { auth_code: 'k7!Rp2nq' },
  schemas: { request: 'domainTryAgainLastOperationRequest', response: 'responseBoolResponse' },
})

import { z } from 'zod'
import { internalOperation } from '../operation'
import { operatorName } from '../primitives/operator-name'

/** Sets whether domains of an account with `autorenew` `default` renew automatically. */
export const setAutoRenewal = internalOperation({
  id: 'access.set-auto-renewal',
  service: 'customers',
  audience: 'operator',
  effect: 'write',
  summary: 'Set what autorenew default means for an account',
  body: z.object({ operator: operatorName, resellerId: z.int(), isEnabled: z.boolean() }),
  result: z.object({ changed: z.boolean() }),
  errors: ['reseller_not_found'],
})

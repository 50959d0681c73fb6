import { z } from 'zod'
import { internalOperation } from '../operation'
import { operatorName } from './operator-name'

/** Sets whether the domains of an account renew by themselves whose `autorenew` is `default`. */
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

import { z } from 'zod'
import { internalOperation } from '../operation'
import { operatorZone } from './operator-zone'

/** Withdraws a zone of any account. The account is told, and can read the records in the history. */
export const removeZone = internalOperation({
  id: 'zones.remove',
  service: 'dns',
  audience: 'operator',
  effect: 'write',
  summary: 'Withdraw a zone',
  body: z.object(operatorZone),
  result: z.object({ name: z.string(), resellerId: z.int() }),
  errors: ['zone_not_found'],
})

import { z } from 'zod'
import { operatorName } from '../access/operator-name'
import { internalOperation } from '../operation'

/**
 * Ends an open reservation by hand, when its order is known to have been delivered or to have failed and its owner
 * will never say so.
 */
export const settleReservation = internalOperation({
  id: 'ledger.settle',
  service: 'orders',
  audience: 'operator',
  effect: 'write',
  summary: 'Capture or release a reservation by hand',
  body: z.object({ operator: operatorName, orderId: z.uuid(), outcome: z.enum(['captured', 'released']) }),
  result: z.object({ state: z.enum(['open', 'confirmed', 'captured', 'released']) }),
  errors: ['reservation_not_found'],
})

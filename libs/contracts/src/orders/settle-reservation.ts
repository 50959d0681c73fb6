import { z } from 'zod'
import { internalOperation } from '../operation'
import { operatorName } from '../primitives/operator-name'

/**
 * Ends an open reservation by hand, when the order is known to be delivered or failed and its owner will not report it.
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

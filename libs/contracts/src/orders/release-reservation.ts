import { z } from 'zod'
import { command } from '../event'

/**
 * Gives back what was reserved for an order that failed. Twice is once, and nothing is given back of what was captured.
 * A reservation that is asked for only after its release is refused.
 */
export const releaseReservation = command({
  id: 'ledger.release',
  service: 'orders',
  payload: z.object({ orderId: z.uuid(), resellerId: z.int().min(1) }),
})

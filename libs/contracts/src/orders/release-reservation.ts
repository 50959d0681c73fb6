import { z } from 'zod'
import { command } from '../event'

/**
 * Releases the reservation of an order that failed. Idempotent; a captured reservation is not released. A reservation
 * that is requested after its release is refused.
 */
export const releaseReservation = command({
  id: 'ledger.release',
  service: 'orders',
  payload: z.object({ orderId: z.uuid(), resellerId: z.int().min(1) }),
})

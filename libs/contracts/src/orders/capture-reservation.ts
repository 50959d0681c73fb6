import { z } from 'zod'
import { command } from '../event'

/** Takes what was reserved for an order: what was ordered has been delivered. Twice is once. */
export const captureReservation = command({
  id: 'ledger.capture',
  service: 'orders',
  payload: z.object({ orderId: z.uuid() }),
})

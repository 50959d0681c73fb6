import { z } from 'zod'
import { command } from '../event'

/** Captures the reservation of an order that was delivered. Idempotent. */
export const captureReservation = command({
  id: 'ledger.capture',
  service: 'orders',
  payload: z.object({ orderId: z.uuid() }),
})

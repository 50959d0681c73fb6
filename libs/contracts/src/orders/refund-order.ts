import { z } from 'zod'
import { command } from '../event'

/**
 * Gives back what was captured for an order whose effect was lost before it came about. Twice is once; what is not
 * captured yet is tried again.
 */
export const refundOrder = command({
  id: 'ledger.refund',
  service: 'orders',
  payload: z.object({ orderId: z.uuid() }),
})

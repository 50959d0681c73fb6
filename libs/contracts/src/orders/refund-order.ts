import { z } from 'zod'
import { command } from '../event'

/**
 * Refunds a captured order that became void before it took effect, such as a renewal of a domain that ended before the
 * registry renewed it. Idempotent; retried while the order is not captured.
 */
export const refundOrder = command({
  id: 'ledger.refund',
  service: 'orders',
  payload: z.object({ orderId: z.uuid() }),
})

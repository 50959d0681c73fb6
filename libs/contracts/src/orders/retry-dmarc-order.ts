import { z } from 'zod'
import { operation } from '../operation'
import { dmarcOrder } from './dmarc-order'
import { dmarcOrderNumber } from './order-fields'

/** Places a failed order again, at the current price. */
export const retryDmarcOrder = operation({
  id: 'dmarc-orders.retry',
  service: 'orders',
  effect: 'purchase',
  method: 'POST',
  path: '/v1/easydmarcs/:id/retry',
  summary: 'Retry a failed e-mail DMARC order',
  description:
    'Use when an e-mail DMARC order has failed (FAI) and the cause is fixed. Charged like a new order; the failed order was not charged.',
  params: z.object({ id: dmarcOrderNumber }),
  result: dmarcOrder,
  errors: [
    'dmarc_order_unknown',
    'dmarc_order_not_failed',
    'dmarc_order_active',
    'domain_not_found',
    'dmarc_not_sold',
    'credit_too_low',
    'key_spend_limit',
  ],
  schemas: { response: 'orderRetryEasyDmarcResponse' },
})

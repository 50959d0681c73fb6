import { z } from 'zod'
import { operation } from '../operation'
import { dmarcOrder } from './dmarc-order'
import { dmarcOrderNumber } from './about-orders'

/** Orders again what has failed, at the price of the day. */
export const retryDmarcOrder = operation({
  id: 'dmarc-orders.retry',
  service: 'orders',
  effect: 'purchase',
  method: 'POST',
  path: '/v1/easydmarcs/:id/retry',
  summary: 'Retry a failed e-mail DMARC order',
  description:
    'Use when an e-mail DMARC order has failed (FAI) and what was wrong is put right. Charges the account as the first order would have; nothing was charged for what failed.',
  params: z.object({ id: dmarcOrderNumber }),
  result: dmarcOrder,
  errors: [
    'dmarc_order_unknown',
    'dmarc_order_not_failed',
    'dmarc_order_active',
    'domain_not_found',
    'dmarc_not_sold',
    'credit_too_low',
  ],
})

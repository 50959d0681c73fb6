import { z } from 'zod'
import { operation } from '../operation'
import { flag } from '../primitives/scalars'
import { sslOrderId } from './ssl-order'
import { sslOrderNumber, sameSslOrder } from './about-orders'

/** Renew a certificate order. */
export const renewSslOrder = operation({
  id: 'ssl-orders.renew',
  service: 'orders',
  effect: 'purchase',
  method: 'POST',
  path: '/v1/ssl/orders/:id/renew',
  summary: 'Renew a certificate order',
  description:
    'Buys another period from the end that is paid for, within the last 30 days. Control of the names is proven again; the certificate that runs goes on running. The price is reserved, and charged when the new one is issued.',
  params: z.object({ id: sslOrderNumber }),
  body: z.object({
    id: sameSslOrder,
    enable_dns_automation: flag
      .optional()
      .describe('Set the proof records in zones of the account that are hosted here; as the order has it when absent.'),
  }),
  result: sslOrderId,
  errors: [
    'ssl_order_not_found',
    'ssl_status_prohibits',
    'ssl_renewal_too_early',
    'not_sold_certificate',
    'credit_too_low',
  ],
})

import { z } from 'zod'
import { operation } from '../operation'
import { flag } from '../primitives/scalars'
import { sslOrderNumber, sameSslOrder } from './order-fields'
import { sslOrderId } from './ssl-order'

/** Renews a certificate order. */
export const renewSslOrder = operation({
  id: 'ssl-orders.renew',
  service: 'orders',
  effect: 'purchase',
  roles: ['admin', 'tech', 'billing'],
  method: 'POST',
  path: '/v1/ssl/orders/:id/renew',
  summary: 'Renew a certificate order',
  description:
    'Buys another period that starts when the current one ends. Possible in the last 30 days. Control of the names is proven again; the current certificate stays valid. The price is reserved now and charged when the new certificate is issued.',
  params: z.object({ id: sslOrderNumber }),
  body: z.object({
    id: sameSslOrder,
    enable_dns_automation: flag
      .optional()
      .describe(
        'Set the proof records in zones of the account that are hosted here; the setting of the order by default.',
      ),
  }),
  result: sslOrderId,
  errors: [
    'ssl_order_not_found',
    'ssl_status_prohibits',
    'ssl_renewal_too_early',
    'not_sold_certificate',
    'credit_too_low',
    'key_spend_limit',
  ],
  example: { enable_dns_automation: true },
  schemas: { request: 'orderRenewOrderRequest', response: 'orderRenewOrderResponse' },
})

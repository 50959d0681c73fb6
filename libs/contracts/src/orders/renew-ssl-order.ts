import { z } from 'zod'
import { operation } from '../operation'
import { flag, resourceId } from '../primitives/scalars'
import { sslOrderId } from './ssl-order'

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
  params: z.object({ id: resourceId }),
  body: z.object({ id: resourceId.optional(), enable_dns_automation: flag.optional() }),
  result: sslOrderId,
  errors: [
    'ssl_order_not_found',
    'ssl_status_prohibits',
    'ssl_renewal_too_early',
    'not_sold_certificate',
    'credit_too_low',
  ],
})

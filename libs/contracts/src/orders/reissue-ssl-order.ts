import { z } from 'zod'
import { operation } from '../operation'
import { unlessBlank } from '../primitives/scalars'
import { sslOrderNumber, sameSslOrder, descriptions, csrExample } from './order-fields'
import { certificateAsked, csrGiven, sslOrderId } from './ssl-order'
import { certificateRefusals } from './ssl-refusals'

/** Reissues a certificate. */
export const reissueSslOrder = operation({
  id: 'ssl-orders.reissue',
  service: 'orders',
  effect: 'write',
  method: 'POST',
  path: '/v1/ssl/orders/:id/reissue',
  summary: 'Reissue a certificate',
  description:
    'Use for a new key, or for other names in a multi-domain certificate. Free of charge; the expiration date stays the same. Control of the names is proven again. The current certificate stays valid.',
  params: z.object({ id: sslOrderNumber }),
  body: z.object({
    ...certificateAsked,
    id: sameSslOrder,
    csr: csrGiven,
    organization_handle: unlessBlank.describe(descriptions.organizationHandle),
  }),
  result: sslOrderId,
  errors: ['ssl_order_not_found', 'ssl_reissue_unfinished', ...certificateRefusals],
  example: { csr: csrExample, enable_dns_automation: true },
  schemas: { request: 'orderReissueOrderRequest', response: 'orderReissueOrderResponse' },
})

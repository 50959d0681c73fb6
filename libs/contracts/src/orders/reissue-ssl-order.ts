import { z } from 'zod'
import { operation } from '../operation'
import { unlessBlank } from '../primitives/scalars'
import { certificateAsked, csrGiven, sslOrderId } from './ssl-order'
import { certificateRefusals } from './ssl-refusals'
import { sslOrderNumber, sameSslOrder, about } from './about-orders'

/** Reissue a certificate. */
export const reissueSslOrder = operation({
  id: 'ssl-orders.reissue',
  service: 'orders',
  effect: 'write',
  method: 'POST',
  path: '/v1/ssl/orders/:id/reissue',
  summary: 'Reissue a certificate',
  description:
    'Use for another key, or other names of a multi-domain certificate. Costs nothing; ends when the first one did. Control of the names is proven again. The certificate that runs stays good.',
  params: z.object({ id: sslOrderNumber }),
  body: z.object({
    ...certificateAsked,
    id: sameSslOrder,
    csr: csrGiven,
    organization_handle: unlessBlank.describe(about.organizationHandle),
  }),
  result: sslOrderId,
  errors: ['ssl_order_not_found', 'ssl_reissue_unfinished', ...certificateRefusals],
})

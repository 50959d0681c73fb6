import { z } from 'zod'
import { operation } from '../operation'
import { flag, unlessBlank, word } from '../primitives/scalars'
import { certificateAsked, csrGiven, sslOrderId } from './ssl-order'
import { certificateRefusals } from './ssl-refusals'
import { sslOrderNumber, sameSslOrder, about } from './about-orders'

/** Change a certificate order. */
export const updateSslOrder = operation({
  id: 'ssl-orders.update',
  service: 'orders',
  effect: 'write',
  method: 'PUT',
  path: '/v1/ssl/orders/:id',
  summary: 'Change a certificate order',
  description:
    'Of a paid draft anything but the product; of one that the CA is asked for how control is proven; of any that lives autorenew. start_provision sends a draft to the CA.',
  params: z.object({ id: sslOrderNumber }),
  body: z.object({
    ...certificateAsked,
    id: sameSslOrder,
    csr: csrGiven.optional(),
    autorenew: word('on', 'off').optional().describe(about.autorenew),
    organization_handle: unlessBlank.describe(about.organizationHandle),
    technical_handle: unlessBlank.describe(about.technicalHandle),
    start_provision: flag.optional().describe('Send a draft to the certificate authority now.'),
  }),
  result: sslOrderId,
  errors: ['ssl_order_not_found', 'ssl_status_prohibits', ...certificateRefusals],
})

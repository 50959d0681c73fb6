import { z } from 'zod'
import { operation } from '../operation'
import { flag, unlessBlank, word } from '../primitives/scalars'
import { sslOrderNumber, sameSslOrder, descriptions } from './order-fields'
import { certificateAsked, csrGiven, sslOrderId } from './ssl-order'
import { certificateRefusals } from './ssl-refusals'

/** Changes a certificate order. */
export const updateSslOrder = operation({
  id: 'ssl-orders.update',
  service: 'orders',
  effect: 'write',
  method: 'PUT',
  path: '/v1/ssl/orders/:id',
  summary: 'Change a certificate order',
  description:
    'In a paid draft you can change everything except the product. In an order that was sent to the CA you can change how control is proven. autorenew can be changed in every active order. start_provision sends a draft to the CA.',
  params: z.object({ id: sslOrderNumber }),
  body: z.object({
    ...certificateAsked,
    id: sameSslOrder,
    csr: csrGiven.optional(),
    autorenew: word('on', 'off').optional().describe(descriptions.autorenew),
    organization_handle: unlessBlank.describe(descriptions.organizationHandle),
    technical_handle: unlessBlank.describe(descriptions.technicalHandle),
    start_provision: flag.optional().describe('Send a draft to the certificate authority now.'),
  }),
  result: sslOrderId,
  errors: ['ssl_order_not_found', 'ssl_status_prohibits', ...certificateRefusals],
  example: { autorenew: 'on' },
  schemas: { request: 'orderUpdateOrderRequest', response: 'orderUpdateOrderResponse' },
})

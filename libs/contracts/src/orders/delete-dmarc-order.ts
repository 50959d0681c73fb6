import { z } from 'zod'
import { operation } from '../operation'
import { dmarcOrderStatus } from './dmarc-order'
import { dmarcOrderNumber } from './order-fields'

/** Deletes an e-mail DMARC order. */
export const deleteDmarcOrder = operation({
  id: 'dmarc-orders.delete',
  service: 'orders',
  effect: 'write',
  method: 'DELETE',
  path: '/v1/easydmarcs/:id',
  summary: 'Delete an e-mail DMARC order',
  description:
    'Ends e-mail DMARC for a domain and removes the DNS record that the platform set. An active order is not refunded. Cannot be undone; e-mail DMARC can be ordered again.',
  params: z.object({ id: dmarcOrderNumber }),
  result: z.object({ status: dmarcOrderStatus.describe('New status: `DEL`.') }),
  errors: ['dmarc_order_unknown'],
  schemas: { response: 'orderDeleteEasyDmarcResponse' },
})

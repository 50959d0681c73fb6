import { z } from 'zod'
import { operation } from '../operation'
import { dmarcOrderStatus } from './dmarc-order'
import { dmarcOrderNumber } from './about-orders'

/** Ends an order of e-mail DMARC for good. */
export const deleteDmarcOrder = operation({
  id: 'dmarc-orders.delete',
  service: 'orders',
  effect: 'write',
  method: 'DELETE',
  path: '/v1/easydmarcs/:id',
  summary: 'Delete an e-mail DMARC order',
  description:
    'Ends e-mail DMARC for a domain and takes away the record that the platform placed. Gives nothing back for an order that was active. Cannot be undone; the domain can be ordered for again.',
  params: z.object({ id: dmarcOrderNumber }),
  result: z.object({ status: dmarcOrderStatus.describe('State that was reached: `DEL`.') }),
  errors: ['dmarc_order_unknown'],
})

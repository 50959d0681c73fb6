import { z } from 'zod'
import { operation } from '../operation'
import { success } from '../primitives/page'
import { dmarcLinkId, dmarcOrderNumber } from './order-fields'

/** Ends a link to an e-mail DMARC order. */
export const deleteDmarcLink = operation({
  id: 'dmarc-orders.delete-link',
  service: 'orders',
  effect: 'write',
  method: 'DELETE',
  path: '/v1/easydmarcs/:id/links/:link_id',
  summary: 'End a link to an e-mail DMARC order',
  description: 'Ends a link at once, whoever has it. Cannot be undone; create a new link instead. Free of charge.',
  params: z.object({ id: dmarcOrderNumber, link_id: dmarcLinkId }),
  result: success,
  errors: ['dmarc_link_not_found'],
})

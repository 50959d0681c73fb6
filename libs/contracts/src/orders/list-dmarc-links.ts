import { z } from 'zod'
import { operation } from '../operation'
import { wireDate } from '../primitives/dates'
import { results } from '../primitives/page'
import { dmarcAudiences } from './create-dmarc-link'
import { dmarcLinkId, dmarcOrderNumber } from './order-fields'

/** Lists the links to an e-mail DMARC order that work now. */
export const listDmarcLinks = operation({
  id: 'dmarc-orders.list-links',
  service: 'orders',
  effect: 'read',
  method: 'GET',
  path: '/v1/easydmarcs/:id/links',
  summary: 'List links to an e-mail DMARC order',
  description:
    'Use to see which links to an order work now, newest first, before you end one with dmarc-orders.delete-link. The links themselves are never shown again. Free of charge.',
  params: z.object({ id: dmarcOrderNumber }),
  result: results(
    z.object({
      id: dmarcLinkId,
      type: z.enum(dmarcAudiences).describe('Audience of the page: `customer` or `reseller`.'),
      username: z.string().describe('Contact who created the link; empty for a link from before this was stored.'),
      created_at: wireDate.describe('When the link was created, in UTC.'),
      expires_at: wireDate.describe('When the link stops working, in UTC.'),
    }),
  ),
  errors: ['dmarc_order_unknown'],
})

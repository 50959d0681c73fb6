import { z } from 'zod'
import { operation } from '../operation'
import { word } from '../primitives/scalars'
import { dmarcOrderNumber } from './about-orders'

/** Whom the page behind a link is for. */
export const dmarcAudiences = ['customer', 'reseller'] as const

/** Makes a short-lived link to the page of one order. */
export const createDmarcLink = operation({
  id: 'dmarc-orders.sso',
  service: 'orders',
  effect: 'read',
  method: 'GET',
  path: '/v1/easydmarcs/:id/sso',
  summary: 'Get a link to the page of an e-mail DMARC order',
  description:
    'Use to show somebody who has no account the state of an e-mail DMARC order, its record and the address of its reports. Answers a link that works for a limited time; whoever holds it may look and change nothing. Costs nothing.',
  params: z.object({ id: dmarcOrderNumber }),
  query: z.object({
    type: word(...dmarcAudiences)
      .prefault('customer')
      .describe(
        'Whom the page is for: `customer` (default) or `reseller`, who also sees the last action and when it renews.',
      ),
  }),
  result: z.object({ url: z.string().describe('Page that shows the order without a login, for a limited time.') }),
  errors: ['dmarc_order_unknown'],
})

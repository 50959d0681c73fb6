import { z } from 'zod'
import { operation } from '../operation'
import { word } from '../primitives/scalars'
import { secret } from '../primitives/secret'
import { dmarcOrderNumber } from './order-fields'

/** The audience of the page behind a link. */
export const dmarcAudiences = ['customer', 'reseller'] as const

/** Creates a short-lived link to the page of one order. */
export const createDmarcLink = operation({
  id: 'dmarc-orders.sso',
  service: 'orders',
  effect: 'read',
  roles: ['admin', 'tech'],
  method: 'GET',
  path: '/v1/easydmarcs/:id/sso',
  isAudited: true,
  summary: 'Get a link to the page of an e-mail DMARC order',
  description:
    'Use to show an e-mail DMARC order to a person without an account: its status, its record and the address for reports. Returns a link that works for a limited time. The page is read-only. The link ends early when you lose API access, or the role that allows it, or change your password. Free of charge.',
  params: z.object({ id: dmarcOrderNumber }),
  query: z.object({
    type: word(...dmarcAudiences)
      .prefault('customer')
      .describe(
        'Audience of the page: `customer` (default) or `reseller`, who also sees the last action and the renewal date.',
      ),
  }),
  result: z.object({
    url: secret(z.string()).describe('Address of a page that shows the order without a login, for a limited time.'),
  }),
  errors: ['dmarc_order_unknown', 'access_denied'],
  schemas: { response: 'orderGetEasyDmarcSsoResponse' },
})

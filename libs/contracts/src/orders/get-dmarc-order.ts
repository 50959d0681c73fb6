import { z } from 'zod'
import { operation } from '../operation'
import { domainNameQuery } from '../primitives/domain-name'
import { dmarcOrder } from './dmarc-order'

/** Reads the e-mail DMARC order of a domain. */
export const getDmarcOrder = operation({
  id: 'dmarc-orders.get',
  service: 'orders',
  effect: 'read',
  method: 'GET',
  path: '/v1/easydmarcs',
  summary: 'Read the e-mail DMARC order of a domain',
  description:
    'Use to see the e-mail DMARC order of a domain, its status and the DNS record that proves control of the domain.',
  query: z.object({ domain: domainNameQuery }),
  result: dmarcOrder,
  errors: ['dmarc_order_not_found'],
  schemas: { response: 'orderGetEasyDmarcResponse' },
})

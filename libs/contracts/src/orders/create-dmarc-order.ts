import { z } from 'zod'
import { operation } from '../operation'
import { domainName } from '../primitives/domain-name'
import { neededHandle } from '../primitives/scalars'
import { dmarcOrder } from './dmarc-order'

/** Orders e-mail DMARC monitoring for a domain; one order per domain may be alive. */
export const createDmarcOrder = operation({
  id: 'dmarc-orders.create',
  service: 'orders',
  effect: 'purchase',
  method: 'POST',
  path: '/v1/easydmarcs',
  summary: 'Order e-mail DMARC for a domain',
  description:
    'Orders e-mail DMARC for a domain, for a year that renews. Reserves the price; charges it when the record that the answer names is seen in the DNS, and gives it back when it is not within a week. The platform places the record where it hosts the zone.',
  body: z.object({
    domain: domainName.describe('Domain to monitor.'),
    owner_handle: neededHandle.describe('Handle of the customer that the order is for, such as AT123456-NL.'),
  }),
  result: dmarcOrder,
  errors: [
    'domain_name_invalid',
    'extension_invalid',
    'customer_not_found',
    'domain_not_found',
    'dmarc_order_active',
    'dmarc_not_sold',
    'credit_too_low',
  ],
})

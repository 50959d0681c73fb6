import { z } from 'zod'
import { operation } from '../operation'
import { domainName } from '../primitives/domain-name'
import { neededHandle } from '../primitives/scalars'
import { dmarcOrder } from './dmarc-order'

/** Orders e-mail DMARC monitoring for a domain. A domain can have one active order. */
export const createDmarcOrder = operation({
  id: 'dmarc-orders.create',
  service: 'orders',
  effect: 'purchase',
  method: 'POST',
  path: '/v1/easydmarcs',
  summary: 'Order e-mail DMARC for a domain',
  description:
    'Orders e-mail DMARC for a domain, for one year with automatic renewal. Reserves the price. Charges it when the DNS record of the answer is found, and releases it if the record is not found within a week. If the platform hosts the zone, it sets the record itself.',
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
    'key_spend_limit',
  ],
  schemas: { request: 'orderCreateEasyDmarcRequest', response: 'orderCreateEasyDmarcResponse' },
})

import { z } from 'zod'
import { operation } from '../operation'
import { domainName } from '../primitives/domain-name'
import { handle } from '../primitives/scalars'
import { dmarcOrder } from './dmarc-order'

/** Orders e-mail DMARC monitoring for a domain; one order per domain may be alive. */
export const createDmarcOrder = operation({
  id: 'dmarc-orders.create',
  service: 'orders',
  effect: 'purchase',
  method: 'POST',
  path: '/v1/easydmarcs',
  summary: 'Order e-mail DMARC for a domain',
  description: 'Orders e-mail DMARC reports for a domain. Charges the account.',
  body: z.object({ domain: domainName, owner_handle: handle }),
  result: dmarcOrder,
  errors: ['domain_name_invalid', 'extension_invalid', 'customer_not_found', 'domain_not_found', 'dmarc_order_active'],
})

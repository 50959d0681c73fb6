import { z } from 'zod'
import { operation } from '../operation'
import { domainNameQuery } from '../primitives/domain-name'
import { requirement } from './requirement'

/** Lists the additional data of the customer that an extension asks for. */
export const listCustomerRequirements = operation({
  id: 'customer-requirements.list',
  service: 'domains',
  effect: 'read',
  method: 'GET',
  path: '/v1/domains/additional-data/customers',
  summary: 'List the additional customer data that an extension asks for',
  description: 'Use before an order to learn which additional data of the registrant an extension asks for.',
  query: z.object({ domain: domainNameQuery.describe('Domain to order; only the extension matters.') }),
  result: z.array(requirement),
  errors: ['extension_missing', 'extension_invalid'],
  schemas: { response: 'customerGetDataResponse' },
})

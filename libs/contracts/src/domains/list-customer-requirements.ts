import { z } from 'zod'
import { operation } from '../operation'
import { domainNameQuery } from '../primitives/domain-name'
import { requirement } from './requirement'

/** Tells which additional data of the customer an extension asks for. */
export const listCustomerRequirements = operation({
  id: 'customer-requirements.list',
  service: 'domains',
  effect: 'read',
  method: 'GET',
  path: '/v1/domains/additional-data/customers',
  summary: 'List the additional customer data that an extension asks for',
  description: 'Use before an order: answers which further data an extension asks for of the registrant.',
  query: z.object({ domain: domainNameQuery.describe('Name that is to be ordered; only its extension counts.') }),
  result: z.array(requirement),
  errors: ['extension_missing', 'extension_invalid'],
})

import { z } from 'zod'
import { operation } from '../operation'
import { domainNameQuery } from '../primitives/domain-name'
import { text } from '../primitives/scalars'
import { requirement } from './requirement'

/** Lists the additional data of the domain that an extension asks for. */
export const listDomainRequirements = operation({
  id: 'domain-requirements.list',
  service: 'domains',
  effect: 'read',
  method: 'GET',
  path: '/v1/domains/additional-data',
  summary: 'List the additional data that an extension asks for',
  description: 'Use before an order to learn which additional data an extension asks for with the domain.',
  query: z.object({
    domain: domainNameQuery.describe('Domain to order; only the extension matters.'),
    operation: text
      .optional()
      .describe('Operation that the data are for: create (the default), transfer, trade or update.'),
  }),
  result: z.array(requirement),
  errors: ['extension_missing', 'extension_invalid'],
  schemas: { response: 'additional_dataGetAdditionalDataResponse' },
})

import { z } from 'zod'
import { operation } from '../operation'
import { domainNameQuery } from '../primitives/domain-name'
import { text } from '../primitives/scalars'
import { requirement } from './requirement'

/** Tells which additional data of the domain an extension asks for. */
export const listDomainRequirements = operation({
  id: 'domain-requirements.list',
  service: 'domains',
  effect: 'read',
  method: 'GET',
  path: '/v1/domains/additional-data',
  summary: 'List the additional data that an extension asks for',
  description: 'Use before an order: answers which further data an extension asks for with the domain.',
  query: z.object({
    domain: domainNameQuery.describe('Name that is to be ordered; only its extension counts.'),
    operation: text
      .optional()
      .describe('Order that the data are for: create (the default), transfer, trade or update.'),
  }),
  result: z.array(requirement),
  errors: ['extension_missing', 'extension_invalid'],
})

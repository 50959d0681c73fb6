import { z } from 'zod'
import { operation } from '../operation'
import { tld, tldParts } from './tld'

/** Returns the rules of an extension and, on request, its prices for the account. */
export const getTld = operation({
  id: 'tlds.get',
  service: 'domains',
  effect: 'read',
  method: 'GET',
  path: '/v1/tlds/:name',
  summary: 'Read the rules of an extension',
  description:
    'Use to learn the rules of one extension: periods, grace periods, quarantine, transfers and required data.',
  params: z.object({ name: z.string().max(255).describe('Extension without a leading dot, such as com or co.uk.') }),
  query: z.object(tldParts),
  result: tld,
  errors: ['tld_not_found'],
})

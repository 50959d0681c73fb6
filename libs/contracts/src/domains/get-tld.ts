import { z } from 'zod'
import { operation } from '../operation'
import { tld, tldParts } from './tld'

/** Reads the rules of an extension, and its prices for the account when that is asked for. */
export const getTld = operation({
  id: 'tlds.get',
  service: 'domains',
  effect: 'read',
  method: 'GET',
  path: '/v1/tlds/:name',
  summary: 'Read the rules of an extension',
  description: 'Use to learn the rules of one extension: periods, grace, quarantine, transfer and what it asks for.',
  params: z.object({ name: z.string().max(255).describe('Extension without a leading dot, such as com or co.uk.') }),
  query: z.object(tldParts),
  result: tld,
  errors: ['tld_not_found'],
})

import { z } from 'zod'
import { operation } from '../operation'
import { wireDate } from '../primitives/dates'
import { page, results } from '../primitives/page'
import { domainTokenId } from './domain-token-id'

/** Lists the links to zones of the account that work now. */
export const listDomainTokens = operation({
  id: 'domain-tokens.list',
  service: 'dns',
  effect: 'read',
  method: 'GET',
  path: '/v1/dns/domain-token',
  summary: 'List links to DNS zones',
  description:
    'Use to see which links to zones of the account work now, newest first, before you end one with domain-tokens.delete. The links themselves are never shown again. Free of charge.',
  query: z.object({ ...page() }),
  result: results(
    z.object({
      id: domainTokenId,
      domain: z.string().describe('Name of the zone that the link opens.'),
      username: z.string().describe('Contact who created the link.'),
      created_at: wireDate.describe('When the link was created, in UTC.'),
      expires_at: wireDate.describe('When the link stops working, in UTC.'),
    }),
  ),
})

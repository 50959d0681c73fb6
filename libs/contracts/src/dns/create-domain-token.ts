import { z } from 'zod'
import { operation } from '../operation'
import { text } from '../primitives/scalars'
import { zoneProvider } from './zone'

/** Makes a short-lived token and link to one zone. */
export const createDomainToken = operation({
  id: 'domain-tokens.create',
  service: 'dns',
  effect: 'write',
  isSecret: true,
  method: 'POST',
  path: '/v1/dns/domain-token',
  summary: 'Create a token for one DNS zone',
  description:
    'Use to let somebody who has no account edit one zone on a page for a limited time. Answers a link; whoever holds it may edit that zone. Costs nothing; it ends by itself.',
  body: z.object({
    domain: text.describe('Name of the zone, such as example.com.'),
    zone_provider: zoneProvider.prefault('openprovider'),
  }),
  result: z.object({
    token: z.string().describe('Token that the link ends in.'),
    url: z.string().describe('Page on which the zone can be edited without a login, for a limited time.'),
  }),
  errors: ['domain_name_invalid', 'zone_not_found'],
})

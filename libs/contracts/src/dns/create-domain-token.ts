import { z } from 'zod'
import { operation } from '../operation'
import { text } from '../primitives/scalars'
import { secret } from '../primitives/secret'
import { zoneProvider } from './zone'

/** Creates a short-lived token and link for one zone. */
export const createDomainToken = operation({
  id: 'domain-tokens.create',
  service: 'dns',
  effect: 'write',
  isSecret: true,
  method: 'POST',
  path: '/v1/dns/domain-token',
  summary: 'Create a token for one DNS zone',
  description:
    'Use to let a person without an account edit one zone on a page for a limited time. Returns a link; anyone with the link can edit the zone. Free of charge. The link expires automatically, and ends when you lose API access, or the role that allows it, change your password, or revoke the API key that made it.',
  body: z.object({
    domain: text.describe('Name of the zone, such as example.com.'),
    zone_provider: zoneProvider.prefault('openprovider'),
  }),
  result: z.object({
    token: secret(z.string()).describe('Token at the end of the link.'),
    url: secret(z.string()).describe(
      'Address of a page on which the zone can be edited without a login, for a limited time.',
    ),
  }),
  errors: ['domain_name_invalid', 'zone_not_found', 'access_denied'],
  example: { domain: 'example.com' },
  schemas: { request: 'domain_tokenCreateTokenRequest', response: 'domain_tokenCreateTokenResponse' },
})

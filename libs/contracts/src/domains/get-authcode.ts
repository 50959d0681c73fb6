import { z } from 'zod'
import { operation } from '../operation'
import { authCode } from '../primitives/auth-code'
import { domainNameQuery } from '../primitives/domain-name'
import { refusedAs } from '../primitives/refused-as'
import { word } from '../primitives/scalars'
import { domainId } from './domain-fields'

/** Kind of auth code: that of the registry, or the internal one for transfers between accounts of the platform. */
export const authcodeType = refusedAs(word('external', 'internal'), { wrong: 'authcode_type_invalid' })

/** How the registry sends an authcode, for the extensions that send it themselves. */
export const authcodeDelivery = word('sms', 'email letter')

/** Returns the auth code of a domain; absent if the registry mails it to the registrant. */
export const getAuthcode = operation({
  id: 'domains.get-authcode',
  service: 'domains',
  effect: 'read',
  right: 'transfer-codes',
  roles: ['admin', 'tech'],
  method: 'GET',
  path: '/v1/domains/:id/authcode',
  admitsLimitedKeys: true,
  isAudited: true,
  summary: 'Read the authcode of a domain',
  description:
    'Use when the registrant wants to transfer the domain to another registrar, or, with the internal code, to another account of the platform. For extensions whose registry keeps the code (.be, .eu) no code is returned: the registry creates a new one and mails it to the registrant. Anyone with the code can transfer the domain: show it only to the owner. Needs a token with the right `transfer-codes`.',
  params: z.object({ id: domainId }),
  query: z.object({
    domain: domainNameQuery.describe('Name of the domain that the path names by its number; another name is refused.'),
    auth_code_type: authcodeType
      .prefault('external')
      .describe(
        '`external` (default): the code of the registry. `internal`: the code for a move to another account here.',
      ),
    sending_type: authcodeDelivery
      .optional()
      .describe('How the registry sends the code, if it sends it itself: `sms` or `email letter`.'),
  }),
  result: z.object({
    auth_code: authCode(z.string()).optional().describe('The code; absent if the registry sends it to the registrant.'),
    success: z.boolean().describe('Whether the code was returned or sent.'),
    type: z.enum(['external', 'internal']).describe('Which code it is: `external` or `internal`.'),
  }),
  errors: ['authcode_type_invalid', 'domain_not_found', 'authcode_unavailable', 'registry_unavailable'],
  schemas: { response: 'authcodeGetAuthCodeResponse' },
})

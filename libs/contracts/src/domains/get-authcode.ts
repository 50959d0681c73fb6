import { z } from 'zod'
import { operation } from '../operation'
import { domainNameQuery } from '../primitives/domain-name'
import { refusedAs } from '../primitives/refused-as'
import { word } from '../primitives/scalars'
import { domainId } from './about-domains'

/** Which authcode: the one of the registry, or the one for moves between accounts of the platform. */
export const authcodeType = refusedAs(word('external', 'internal'), { wrong: 'authcode_type_invalid' })

/** How the registry sends an authcode, for the extensions that send it themselves. */
export const authcodeDelivery = word('sms', 'email letter')

/** Reads the authcode of a domain; absent when the registry mails it to the registrant. */
export const getAuthcode = operation({
  id: 'domains.get-authcode',
  service: 'domains',
  effect: 'read',
  method: 'GET',
  path: '/v1/domains/:id/authcode',
  summary: 'Read the authcode of a domain',
  description:
    'Use when the registrant wants to move away, or between two accounts of the platform with the internal one. Where the registry keeps the code (.be, .eu) none is answered: the registry makes a new one and mails it to the registrant. Whoever has the code can take the domain: show it to its owner alone.',
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
      .describe('How the registry sends the code where it sends it itself: `sms` or `email letter`.'),
  }),
  result: z.object({
    auth_code: z.string().optional().describe('The code; absent where the registry sends it to the registrant itself.'),
    success: z.boolean().describe('Whether the code was answered or sent.'),
    type: z.enum(['external', 'internal']).describe('Which code it is: `external` or `internal`.'),
  }),
  errors: ['authcode_type_invalid', 'domain_not_found', 'authcode_unavailable', 'registry_unavailable'],
})

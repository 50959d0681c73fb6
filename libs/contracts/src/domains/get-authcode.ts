import { z } from 'zod'
import { operation } from '../operation'
import { domainNameQuery } from '../primitives/domain-name'
import { resourceId, word } from '../primitives/scalars'

/** Which authcode: the one of the registry, or the one for moves between accounts of the platform. */
export const authcodeType = word('external', 'internal')

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
  params: z.object({ id: resourceId }),
  query: z.object({
    domain: domainNameQuery,
    auth_code_type: authcodeType.prefault('external'),
    sending_type: authcodeDelivery.optional(),
  }),
  result: z.object({
    auth_code: z.string().optional(),
    success: z.boolean(),
    type: z.enum(['external', 'internal']),
  }),
  errors: ['domain_not_found', 'authcode_unavailable', 'registry_unavailable'],
})

import { z } from 'zod'
import { operation } from '../operation'
import { texts } from '../primitives/texts'
import { authcodeDelivery, authcodeType } from './get-authcode'
import { domainId, sameDomain } from './about-domains'

/** Gives a domain a new authcode. */
export const resetAuthcode = operation({
  id: 'domains.reset-authcode',
  service: 'domains',
  effect: 'write',
  isDestructive: true,
  method: 'POST',
  path: '/v1/domains/:id/authcode/reset',
  summary: 'Reset the authcode of a domain',
  description: 'Makes a new authcode; the old one is worth nothing from then on. Costs nothing; cannot be undone.',
  params: z.object({ id: domainId }),
  body: z.object({
    domain: sameDomain,
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
    auth_code: z
      .string()
      .optional()
      .describe('The new code; absent where the registry sends it to the registrant itself.'),
    auth_info: z
      .object({ pw: z.string().describe('The new code.') })
      .optional()
      .describe('The code as EPP names it.'),
    domain_roid: z.string().optional().describe('Number of the object at the registry (ROID).'),
    epp_statuses: z
      .array(z.string())
      .optional()
      .describe('Statuses of the domain at the registry, such as clientTransferProhibited.'),
    rgp_statuses: z
      .object(
        texts({
          add_period: '1 within the add grace period, else 0.',
          auto_renew_period: '1 within the auto-renew grace period, else 0.',
        }),
      )
      .optional()
      .describe('Grace periods of the domain (RFC 3915).'),
    success: z.boolean().describe('Whether the code was made.'),
    type: z.enum(['external', 'internal']).describe('Which code it is: `external` or `internal`.'),
  }),
  errors: [
    'authcode_type_invalid',
    'domain_not_found',
    'authcode_not_resettable',
    'domain_status_prohibits',
    'registry_refused',
    'domain_unknown_to_registry',
    'domain_elsewhere',
    'registry_unavailable',
  ],
})

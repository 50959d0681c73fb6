import { z } from 'zod'
import { operation } from '../operation'
import { authCode } from '../primitives/auth-code'
import { texts } from '../primitives/texts'
import { domainId, sameDomain } from './domain-fields'
import { authcodeDelivery, authcodeType } from './get-authcode'

/** Creates a new auth code for a domain. */
export const resetAuthcode = operation({
  id: 'domains.reset-authcode',
  service: 'domains',
  effect: 'write',
  right: 'transfer-codes',
  isDestructive: true,
  method: 'POST',
  path: '/v1/domains/:id/authcode/reset',
  admitsLimitedKeys: true,
  summary: 'Reset the authcode of a domain',
  description:
    'Creates a new auth code. The old one stops working. Free of charge. Cannot be undone. Needs a token with the right `transfer-codes`.',
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
      .describe('How the registry sends the code, if it sends it itself: `sms` or `email letter`.'),
  }),
  result: z.object({
    auth_code: authCode(z.string())
      .optional()
      .describe('The new code; absent if the registry sends it to the registrant.'),
    auth_info: z
      .object({ pw: authCode(z.string()).describe('The new code.') })
      .optional()
      .describe('The code in the structure of EPP.'),
    domain_roid: z.string().optional().describe('Repository object identifier (ROID).'),
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
    success: z.boolean().describe('Whether the code was created.'),
    type: z.enum(['external', 'internal']).describe('Which code it is: `external` or `internal`.'),
  }),
  errors: [
    'order_loop',
    'authcode_type_invalid',
    'domain_not_found',
    'authcode_not_resettable',
    'domain_status_prohibits',
    'registry_refused',
    'domain_unknown_to_registry',
    'domain_elsewhere',
    'registry_unavailable',
  ],
  example: { auth_code_type: 'external' },
  schemas: { request: 'authcodeResetAuthCodeRequest', response: 'authcodeResetAuthCodeResponse' },
})

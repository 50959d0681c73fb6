import { z } from 'zod'
import { operation } from '../operation'
import { domainName } from '../primitives/domain-name'
import { resourceId } from '../primitives/scalars'
import { texts } from '../primitives/texts'
import { authcodeDelivery, authcodeType } from './get-authcode'

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
  params: z.object({ id: resourceId }),
  body: z.object({
    domain: domainName.partial().optional(),
    auth_code_type: authcodeType.prefault('external'),
    sending_type: authcodeDelivery.optional(),
  }),
  result: z.object({
    auth_code: z.string().optional(),
    auth_info: z.object({ pw: z.string() }).optional(),
    domain_roid: z.string().optional(),
    epp_statuses: z.array(z.string()).optional(),
    rgp_statuses: z.object(texts('add_period', 'auto_renew_period')).optional(),
    success: z.boolean(),
    type: z.enum(['external', 'internal']),
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

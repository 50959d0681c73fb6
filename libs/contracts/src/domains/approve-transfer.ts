import { z } from 'zod'
import { operation } from '../operation'
import { domainName } from '../primitives/domain-name'
import { success } from '../primitives/page'
import { flag, resourceId, unlessBlank } from '../primitives/scalars'

/** Approves or refuses the transfer of a domain that waits for it. */
export const approveTransfer = operation({
  id: 'domains.approve-transfer',
  service: 'domains',
  effect: 'write',
  isDestructive: true,
  method: 'POST',
  path: '/v1/domains/:id/transfer/approve',
  summary: 'Approve or refuse the transfer of a domain',
  description:
    'Answers the request of another registrar for a domain. Approved, which it is unless approve says 0, the domain leaves the account for good; refused, it stays. Ask the user before.',
  params: z.object({ id: resourceId }),
  body: z.object({
    domain: domainName.partial().optional(),
    approve: flag.prefault(true).meta({ description: '1 approves, 0 refuses.' }),
    auth_code: unlessBlank,
    registrar_tag: unlessBlank,
  }),
  result: success,
  errors: [
    'domain_not_found',
    'domain_status_prohibits',
    'transfer_not_pending',
    'authcode_invalid',
    'registry_refused',
    'domain_unknown_to_registry',
    'domain_elsewhere',
    'registry_unavailable',
  ],
})

import { z } from 'zod'
import { operation } from '../operation'
import { success } from '../primitives/page'
import { flag, unlessBlank } from '../primitives/scalars'
import { domainId, sameDomain } from './about-domains'

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
  params: z.object({ id: domainId }),
  body: z.object({
    domain: sameDomain,
    approve: flag.prefault(true).describe('1 approves the transfer (the default), 0 refuses it.'),
    auth_code: unlessBlank.describe(
      'Code that authorizes the transfer, where the registry asks for it with the answer.',
    ),
    registrar_tag: unlessBlank.describe('Tag of the new registrar, for .uk.'),
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

import { z } from 'zod'
import { operation } from '../operation'
import { success } from '../primitives/page'
import { flag, unlessBlank } from '../primitives/scalars'
import { domainId, sameDomain } from './domain-fields'

/** Approves or refuses a pending transfer of a domain to another registrar. */
export const approveTransfer = operation({
  id: 'domains.approve-transfer',
  service: 'domains',
  effect: 'write',
  isDestructive: true,
  method: 'POST',
  path: '/v1/domains/:id/transfer/approve',
  isForPeople: true,
  admitsLimitedKeys: true,
  summary: 'Approve or refuse the transfer of a domain',
  description:
    'Answers the transfer request of another registrar. Approved (the default), the domain leaves the account; this cannot be undone. Needs a token with the right `transfer-codes`. With approve 0 the transfer is refused and the domain stays. Ask the user first.',
  params: z.object({ id: domainId }),
  body: z.object({
    domain: sameDomain,
    approve: flag.prefault(true).describe('1 approves the transfer (the default), 0 refuses it.'),
    auth_code: unlessBlank.describe('Code that authorizes the transfer, if the registry asks for it with the answer.'),
    registrar_tag: unlessBlank.describe('Tag of the new registrar, for .uk.'),
  }),
  result: success,
  errors: [
    'order_loop',
    'domain_not_found',
    'domain_status_prohibits',
    'transfer_not_pending',
    'authcode_invalid',
    'registry_refused',
    'domain_unknown_to_registry',
    'domain_elsewhere',
    'registry_unavailable',
  ],
  example: { approve: 1 },
  schemas: { request: 'domainApproveTransferRequest', response: 'responseBoolResponse' },
})

import { z } from 'zod'
import { operation } from '../operation'
import { success } from '../primitives/page'
import { domainTokenId } from './domain-token-id'

/** Ends a link to a zone of the account. */
export const deleteDomainToken = operation({
  id: 'domain-tokens.delete',
  service: 'dns',
  effect: 'write',
  method: 'DELETE',
  path: '/v1/dns/domain-token/:id',
  summary: 'End a link to a DNS zone',
  description:
    'Revokes a link at once, for everyone who has it. Cannot be undone; create a new link instead. Free of charge.',
  params: z.object({ id: domainTokenId }),
  result: success,
  errors: ['zone_link_not_found'],
})

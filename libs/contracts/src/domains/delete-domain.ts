import { z } from 'zod'
import { operation } from '../operation'
import { domainNameQuery } from '../primitives/domain-name'
import { flag } from '../primitives/scalars'
import { domainStatus } from './domain'
import { domainId, descriptions } from './domain-fields'

/** Kind of deletion. Clients also send reasons here, such as `By user`; every other word means `delete`. */
const deletionType = z.preprocess(
  (value) => (typeof value === 'string' && value.toLowerCase() === 'pushtoregistry' ? 'pushtoregistry' : 'delete'),
  z.enum(['delete', 'pushtoregistry']),
) as unknown as z.ZodType<'delete' | 'pushtoregistry', string>

/** Deletes a domain. It can be read as long as it can be restored. */
export const deleteDomain = operation({
  id: 'domains.delete',
  service: 'domains',
  effect: 'write',
  method: 'DELETE',
  path: '/v1/domains/:id',
  admitsLimitedKeys: true,
  summary: 'Delete a domain',
  description:
    'Deletes a domain. If the extension has a quarantine, domains.restore can bring it back for a price; otherwise it is lost. Its websites and mail stop working. Ask the user first.',
  params: z.object({ id: domainId }),
  query: z.object({
    domain: domainNameQuery.describe('Name of the domain that the path names by its number; another name is refused.'),
    type: deletionType
      .prefault('delete')
      .describe(
        '`delete` (default) deletes the domain; `pushtoregistry` gives it back to the registry, where the extension has that. Any other value means `delete`.',
      ),
    skip_soft_quarantine: flag
      .prefault(false)
      .describe(
        'Delete the domain at the registry at once. False by default: the domain stays in soft quarantine first.',
      ),
    force_delete: flag
      .prefault(false)
      .describe('Delete the domain even if other domains use name servers below it; false by default.'),
  }),
  result: z.object({ status: domainStatus.describe(descriptions.status) }),
  errors: [
    'order_loop',
    'domain_not_found',
    'domain_status_prohibits',
    'deletion_type_invalid',
    'deletion_too_late',
    'registry_refused',
    'domain_unknown_to_registry',
    'domain_elsewhere',
    'registry_unavailable',
  ],
  schemas: { response: 'domainDeleteDomainResponse' },
})

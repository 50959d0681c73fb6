import { z } from 'zod'
import { operation } from '../operation'
import { domainNameQuery } from '../primitives/domain-name'
import { flag } from '../primitives/scalars'
import { domainStatus } from './domain'
import { domainId, about } from './about-domains'

/** What a deletion comes to. Clients also send reasons here, such as `By user`: every other word means `delete`. */
const deletionType = z.preprocess(
  (value) => (typeof value === 'string' && value.toLowerCase() === 'pushtoregistry' ? 'pushtoregistry' : 'delete'),
  z.enum(['delete', 'pushtoregistry']),
) as unknown as z.ZodType<'delete' | 'pushtoregistry', string>

/** Deletes a domain; it stays readable while it can be restored. */
export const deleteDomain = operation({
  id: 'domains.delete',
  service: 'domains',
  effect: 'write',
  method: 'DELETE',
  path: '/v1/domains/:id',
  summary: 'Delete a domain',
  description:
    'Gives a domain up. Where the extension has a quarantine it can be brought back with domains.restore for its price, else it is gone. Websites and mail stop. Ask the user before.',
  params: z.object({ id: domainId }),
  query: z.object({
    domain: domainNameQuery.describe('Name of the domain that the path names by its number; another name is refused.'),
    type: deletionType
      .prefault('delete')
      .describe(
        '`delete` (default) deletes the domain; `pushtoregistry` gives it back to the registry, where the extension has that. Any other word means `delete`.',
      ),
    skip_soft_quarantine: flag
      .prefault(false)
      .describe(
        'Delete the domain at the registry at once; false by default, where an expired one waits in soft quarantine first.',
      ),
    force_delete: flag
      .prefault(false)
      .describe('Delete the domain although other domains use name servers below it; false by default.'),
  }),
  result: z.object({ status: domainStatus.describe(about.status) }),
  errors: [
    'domain_not_found',
    'domain_status_prohibits',
    'deletion_type_invalid',
    'deletion_too_late',
    'registry_refused',
    'domain_unknown_to_registry',
    'domain_elsewhere',
    'registry_unavailable',
  ],
})

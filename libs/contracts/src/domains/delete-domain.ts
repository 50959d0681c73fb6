import { z } from 'zod'
import { operation } from '../operation'
import { domainNameQuery } from '../primitives/domain-name'
import { refusedAs } from '../primitives/refused-as'
import { flag, resourceId, word } from '../primitives/scalars'
import { domainStatus } from './domain'

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
  params: z.object({ id: resourceId }),
  query: z.object({
    domain: domainNameQuery,
    type: refusedAs(word('delete', 'pushtoregistry'), { wrong: 'deletion_type_invalid' }).prefault('delete'),
    skip_soft_quarantine: flag.prefault(false),
    force_delete: flag.prefault(false).meta({ description: 'Also when the domain has glue records.' }),
  }),
  result: z.object({ status: domainStatus }),
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

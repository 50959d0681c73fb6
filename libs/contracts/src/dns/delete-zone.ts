import { z } from 'zod'
import { operation } from '../operation'
import { domainNameQuery } from '../primitives/domain-name'
import { resourceId } from '../primitives/scalars'
import { zoneProvider } from './zone'
import { plan, zoneChanged } from './zone-plan'

/** Deletes a zone and all its records; its versions stay, and one of them can be restored. */
export const deleteZone = operation({
  id: 'zones.delete',
  service: 'dns',
  effect: 'write',
  method: 'DELETE',
  path: '/v1/dns/zones/:name',
  summary: 'Delete a DNS zone',
  description:
    'Takes a zone and all its records out of the DNS: names in it stop working. Costs nothing; undone with zones.restore. Ask the user before.',
  params: z.object({ name: z.string().max(255) }),
  query: z.object({ id: resourceId.optional(), domain: domainNameQuery, provider: zoneProvider.optional(), plan }),
  result: zoneChanged,
  errors: ['zone_not_found'],
})

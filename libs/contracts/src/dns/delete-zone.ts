import { z } from 'zod'
import { operation } from '../operation'
import { domainNameQuery } from '../primitives/domain-name'
import { zoneProvider } from './zone'
import { plan, zoneChanged } from './zone-plan'
import { zoneName, sameZone } from './zone-name'

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
  params: z.object({ name: zoneName }),
  query: z.object({ id: sameZone, domain: domainNameQuery, provider: zoneProvider.optional(), plan }),
  result: zoneChanged,
  errors: ['zone_not_found'],
})

import { z } from 'zod'
import { operation } from '../operation'
import { domainNameQuery } from '../primitives/domain-name'
import { zoneProvider } from './zone'
import { zoneName, sameZone } from './zone-name'
import { plan, zoneChanged } from './zone-plan'

/** Deletes a zone and all its records. Its versions are kept and can be restored. */
export const deleteZone = operation({
  id: 'zones.delete',
  service: 'dns',
  effect: 'write',
  method: 'DELETE',
  path: '/v1/dns/zones/:name',
  summary: 'Delete a DNS zone',
  description:
    'Deletes a zone and removes all its records from the DNS: its names stop working. Free of charge. Undo with zones.restore. Ask the user first.',
  params: z.object({ name: zoneName }),
  query: z.object({ id: sameZone, domain: domainNameQuery, provider: zoneProvider.optional(), plan }),
  result: zoneChanged,
  errors: ['zone_not_found'],
  schemas: { response: 'zoneZoneBoolResponse' },
})

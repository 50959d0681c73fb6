import { z } from 'zod'
import { operation } from '../operation'
import { page, results } from '../primitives/page'
import { zoneName } from './zone-name'
import { zoneVersion } from './zone-plan'

/** Lists the versions of a zone, newest first, including those before a deletion. */
export const listZoneVersions = operation({
  id: 'zones.list-versions',
  service: 'dns',
  effect: 'read',
  method: 'GET',
  path: '/v1/dns/zones/:name/versions',
  summary: 'List the versions of a DNS zone',
  description:
    'Use to find out who changed a zone and when, and which version to restore with zones.restore. The versions of a deleted zone are kept.',
  params: z.object({ name: zoneName }),
  query: z.object(page({ max: 500 })),
  result: results(zoneVersion),
  errors: ['zone_not_found'],
})

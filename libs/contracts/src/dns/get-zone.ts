import { z } from 'zod'
import { operation } from '../operation'
import { zone, zoneProvider } from './zone'
import { zoneName, sameZone, zoneParts } from './zone-name'

/** Reads one zone by its name. */
export const getZone = operation({
  id: 'zones.get',
  service: 'dns',
  effect: 'read',
  method: 'GET',
  path: '/v1/dns/zones/:name',
  admitsLimitedKeys: true,
  summary: 'Read a DNS zone',
  description:
    'Use when you know the name of the zone. Records, history and DNSSEC keys are optional: see the with_ parameters.',
  params: z.object({ name: zoneName }),
  query: z.object({
    id: sameZone,
    with_records: zoneParts.with_records,
    with_history: zoneParts.with_history,
    with_dnskey: zoneParts.with_dnskey,
    provider: zoneProvider.optional(),
  }),
  result: zone,
  errors: ['zone_not_found'],
  schemas: { response: 'zoneGetZoneResponse' },
})

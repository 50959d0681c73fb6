import { z } from 'zod'
import { operation } from '../operation'
import { flag, resourceId } from '../primitives/scalars'
import { zone, zoneProvider } from './zone'

/** Reads one zone by its name. */
export const getZone = operation({
  id: 'zones.get',
  service: 'dns',
  effect: 'read',
  method: 'GET',
  path: '/v1/dns/zones/:name',
  summary: 'Read a DNS zone',
  description: 'Use when the name of the zone is known. Records, history and DNSSEC keys come when asked for.',
  params: z.object({ name: z.string().max(255) }),
  query: z.object({
    id: resourceId.optional(),
    with_records: flag.prefault(false),
    with_history: flag.prefault(false),
    with_dnskey: flag.prefault(false),
    provider: zoneProvider.optional(),
  }),
  result: zone,
  errors: ['zone_not_found'],
})

import { z } from 'zod'
import { operation } from '../operation'
import { domainName } from '../primitives/domain-name'
import { flag, unlessBlank } from '../primitives/scalars'
import { recordFaults, recordGiven } from './record'
import { zoneProvider, zoneType } from './zone'
import { plan, zoneChanged } from './zone-plan'

/** Creates a zone with its first records; SOA and NS are the platform's own. */
export const createZone = operation({
  id: 'zones.create',
  service: 'dns',
  effect: 'write',
  method: 'POST',
  path: '/v1/dns/zones',
  summary: 'Create a DNS zone',
  description:
    'Use to publish records for a domain, with records or a template. A zone answers on the nameservers of the platform; the domain must be delegated there. Costs nothing; undone by zones.delete.',
  query: z.object({ plan }),
  body: z.object({
    domain: domainName,
    type: zoneType,
    records: z.array(recordGiven).optional(),
    template_name: unlessBlank.meta({ description: 'Template that gives the first records.' }),
    master_ip: unlessBlank.meta({ description: 'Address of the master; needed for a slave zone.' }),
    secured: flag.optional().meta({ description: 'Sign the zone with DNSSEC.' }),
    provider: zoneProvider.prefault('openprovider'),
    is_spamexperts_enabled: flag.optional(),
  }),
  result: zoneChanged,
  errors: [
    'domain_name_invalid',
    'extension_invalid',
    'zone_exists',
    'zone_unavailable',
    'zone_records_missing',
    'template_not_found',
    'dnssec_unavailable',
    'zone_master_invalid',
    ...recordFaults,
  ],
})

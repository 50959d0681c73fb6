import { z } from 'zod'
import { operation } from '../operation'
import { domainName } from '../primitives/domain-name'
import { success } from '../primitives/page'
import { flag, unlessBlank } from '../primitives/scalars'
import { recordFaults, recordGiven } from './record'
import { zoneProvider, zoneType } from './zone'

/** Creates a zone with its first records; SOA and NS are the platform's own. */
export const createZone = operation({
  id: 'zones.create',
  service: 'dns',
  effect: 'write',
  method: 'POST',
  path: '/v1/dns/zones',
  summary: 'Create a DNS zone',
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
  result: success,
  errors: [
    'domain_name_invalid',
    'extension_invalid',
    'zone_exists',
    'zone_unavailable',
    'zone_records_missing',
    'template_not_found',
    ...recordFaults,
  ],
})

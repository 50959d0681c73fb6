import { z } from 'zod'
import { operation } from '../operation'
import { domainName } from '../primitives/domain-name'
import { flag, unlessBlank } from '../primitives/scalars'
import { recordFaults, recordGiven, recordExample } from './record'
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
    'Use to publish DNS records for a domain, from a list or a template. The name servers of the platform answer for the zone; delegate the domain to them. Free of charge. Undo with zones.delete.',
  query: z.object({ plan }),
  body: z.object({
    domain: domainName.describe('Name of the zone; a zone may exist without a registered domain.'),
    type: zoneType,
    records: z
      .array(recordGiven)
      .optional()
      .describe(
        'Records of the new zone; a master zone needs at least one, or a template. SOA and NS come from the platform.',
      ),
    template_name: unlessBlank.describe('Name of a template whose records are added.'),
    master_ip: unlessBlank.describe(
      'IPv4 or IPv6 address of the master to fetch the zone from; required for a slave zone.',
    ),
    secured: flag.optional().describe('Sign the zone with DNSSEC; false by default.'),
    provider: zoneProvider.prefault('openprovider'),
    is_spamexperts_enabled: flag.optional().describe('SpamExperts is not offered here: `true` is refused.'),
  }),
  result: zoneChanged,
  errors: [
    'domain_name_invalid',
    'extension_invalid',
    'zone_exists',
    'zone_unavailable',
    'zone_quota_reached',
    'zone_records_missing',
    'template_not_found',
    'dnssec_unavailable',
    'zone_master_invalid',
    ...recordFaults,
  ],
  example: {
    domain: { name: 'example', extension: 'com' },
    type: 'master',
    records: [recordExample, { type: 'TXT', name: '', value: 'v=spf1 -all', ttl: 600 }],
  },
  schemas: { request: 'zoneCreateZoneRequest', response: 'zoneZoneBoolResponse' },
})

import { z } from 'zod'
import { operation } from '../operation'
import { domainName } from '../primitives/domain-name'
import { success } from '../primitives/page'
import { flag, unlessBlank } from '../primitives/scalars'
import { recordGiven } from './record'
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
    provider: zoneProvider.default('openprovider'),
    is_spamexperts_enabled: flag.optional(),
  }),
  result: success,
  errors: [
    'domain_name_invalid',
    'extension_invalid',
    'zone_exists',
    'zone_unavailable',
    'zone_records_missing',
    'record_type_invalid',
    'record_name_invalid',
    'record_value_missing',
    'record_ttl_invalid',
    'record_priority_invalid',
    'record_a_invalid',
    'record_cname_invalid',
    'record_mx_invalid',
    'record_ns_invalid',
    'record_aaaa_invalid',
    'record_txt_invalid',
    'record_spf_invalid',
    'record_srv_invalid',
    'record_invalid',
    'record_duplicate',
    'rrset_conflict',
  ],
})

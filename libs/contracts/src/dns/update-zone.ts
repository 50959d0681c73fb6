import { z } from 'zod'
import { operation } from '../operation'
import { domainName } from '../primitives/domain-name'
import { flag, unlessBlank } from '../primitives/scalars'
import { recordFaults, recordGiven, recordNamed } from './record'
import { zoneProvider, zoneType } from './zone'
import { guardOnRequest, plan, zoneChanged } from './zone-plan'
import { zoneName, sameZone } from './zone-name'

/** Changes a zone in one step: all of it happens, or nothing. */
export const updateZone = operation({
  id: 'zones.update',
  service: 'dns',
  effect: 'write',
  method: 'PUT',
  path: '/v1/dns/zones/:name',
  summary: 'Update a DNS zone',
  description:
    'Changes records in one step: all of it happens or nothing. `replace` removes every record that is not given. Costs nothing; undone with zones.restore. Show it with plan first where much is at stake.',
  params: z.object({ name: zoneName }),
  query: z.object({ plan, guard: guardOnRequest }),
  body: z.object({
    id: sameZone,
    domain: domainName
      .partial()
      .optional()
      .describe('Name of the zone again; the path names it. Another name is refused.'),
    records: z
      .object({
        add: z.array(recordGiven).describe('Records to add; one that is there already is refused with 817.'),
        remove: z.array(recordNamed).describe('Records to remove; one that is not there is refused.'),
        update: z
          .array(
            z.object({
              original_record: recordNamed.describe('The record as it is now; refused when it is not there.'),
              record: recordGiven.describe('The record as it shall be; the same as original_record changes nothing.'),
            }),
          )
          .describe('Records to change, each as it is and as it shall be.'),
        replace: z.array(recordGiven).describe('Leaves only these records, beside SOA and NS of the platform.'),
      })
      .partial()
      .optional()
      .describe('Changes of the records, made in one step: all of them or none.'),
    type: zoneType.optional().describe('`slave`, with master_ip, for a zone that is fetched from a master.'),
    master_ip: unlessBlank.describe('Another IPv4 or IPv6 address of the master of a slave zone.'),
    provider: zoneProvider.optional(),
    secured: flag.optional().describe('Sign the zone with DNSSEC, or stop signing it; stays as it is when absent.'),
    is_spamexperts_enabled: flag.optional().describe('SpamExperts is not offered here: `true` is refused.'),
    premium_dns: z
      .object({
        sectigo: z
          .object({
            autorenew: flag.describe('Refused: premium DNS is not offered here.'),
            secured: flag.describe('Refused: premium DNS is not offered here.'),
          })
          .partial()
          .describe('Refused: premium DNS is not offered here.'),
      })
      .partial()
      .optional()
      .describe('Refused: premium DNS is not offered here.'),
  }),
  result: zoneChanged,
  errors: [
    'zone_not_found',
    'record_not_found',
    'record_managed',
    'soa_managed',
    'zone_change_braked',
    'dnssec_unavailable',
    'zone_master_invalid',
    ...recordFaults,
  ],
})

import { z } from 'zod'
import { operation } from '../operation'
import { domainName } from '../primitives/domain-name'
import { flag, unlessBlank } from '../primitives/scalars'
import { recordFaults, recordGiven, recordNamed, recordExample } from './record'
import { zoneProvider, zoneType } from './zone'
import { zoneName, sameZone } from './zone-name'
import { guardOnRequest, plan, zoneChanged } from './zone-plan'

/** Changes a zone atomically. */
export const updateZone = operation({
  id: 'zones.update',
  service: 'dns',
  effect: 'write',
  method: 'PUT',
  path: '/v1/dns/zones/:name',
  admitsLimitedKeys: true,
  summary: 'Update a DNS zone',
  description:
    'Changes records atomically: all changes are made, or none. `replace` removes every record that is not listed. Free of charge. Undo with zones.restore. Preview large changes with plan.',
  params: z.object({ name: zoneName }),
  query: z.object({ plan, guard: guardOnRequest }),
  body: z.object({
    id: sameZone,
    domain: domainName.partial().optional().describe('Repeats the name of the path; another name is refused.'),
    records: z
      .object({
        add: z.array(recordGiven).describe('Records to add; an existing record is refused with 817.'),
        remove: z.array(recordNamed).describe('Records to remove; a missing record is refused.'),
        update: z
          .array(
            z.object({
              original_record: recordNamed.describe('The record before the change; refused if it does not exist.'),
              record: recordGiven.describe('The record after the change; the same as original_record changes nothing.'),
            }),
          )
          .describe('Records to change, each before and after the change.'),
        replace: z.array(recordGiven).describe('Replaces all records by these, except SOA and NS of the platform.'),
      })
      .partial()
      .optional()
      .describe('Changes of the records; all of them are made, or none.'),
    type: zoneType.optional().describe('`slave`, with master_ip, for a zone that is fetched from a master.'),
    master_ip: unlessBlank.describe('New IPv4 or IPv6 address of the master of a slave zone.'),
    provider: zoneProvider.optional(),
    secured: flag.optional().describe('Sign the zone with DNSSEC, or stop signing it; no change if absent.'),
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
    'key_limits_record',
    'record_not_found',
    'record_managed',
    'soa_managed',
    'zone_change_braked',
    'dnssec_unavailable',
    'zone_master_invalid',
    ...recordFaults,
  ],
  example: { records: { add: [recordExample], remove: [{ type: 'A', name: 'old', value: '192.0.2.9' }] } },
  schemas: { request: 'zoneUpdateZoneRequest', response: 'zoneZoneBoolResponse' },
})

import { z } from 'zod'
import { operation } from '../operation'
import { page, results } from '../primitives/page'
import { integer, order, pattern, text } from '../primitives/scalars'
import { record } from './record'
import { zoneProvider } from './zone'
import { zoneName, sameZone } from './zone-name'

/** Lists the records of a zone, SOA and NS included. */
export const listRecords = operation({
  id: 'records.list',
  service: 'dns',
  effect: 'read',
  method: 'GET',
  path: '/v1/dns/zones/:name/records',
  admitsLimitedKeys: true,
  summary: 'List the records of a DNS zone',
  description: 'Use to search the records of a zone by name, type or value. Returns one page and the total.',
  params: z.object({ name: zoneName }),
  query: z.object({
    ...page({ max: 500 }),
    order_by: z
      .object({
        type: order.describe('Sorts by the type of record: asc or desc.'),
        name: order.describe('Sorts by the owner name: asc or desc.'),
        value: order.describe('Sorts by the data of the record: asc or desc.'),
        ttl: order.describe('Sorts by the time to live: asc (smallest first) or desc.'),
        prio: order.describe('Sorts by the preference: asc (smallest first) or desc.'),
      })
      .partial()
      .optional()
      .describe('Columns to sort by; by type, then by name, when absent.'),
    zone_id: sameZone,
    record_name_pattern: pattern
      .optional()
      .describe('Owner name to look for, fully qualified, such as www.example.com; `*` stands for any characters.'),
    value_pattern: pattern.optional().describe('Data to look for, such as 192.0.2.*; `*` stands for any characters.'),
    type: text.optional().describe('Only records of this type, such as MX; in upper or lower case.'),
    prio: integer().optional().describe('Only records with this preference.'),
    ttl: integer().optional().describe('Only records with this time to live in seconds.'),
    zone_provider: zoneProvider
      .optional()
      .describe('Provider of the zone; sectigo is not offered and returns an empty list.'),
  }),
  result: results(record),
  errors: ['zone_not_found', 'record_type_invalid'],
  schemas: { response: 'recordListZoneRecordsResponse' },
})

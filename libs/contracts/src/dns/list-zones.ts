import { z } from 'zod'
import { operation } from '../operation'
import { cursor, nextCursor } from '../primitives/cursor'
import { page, results } from '../primitives/page'
import { order, pattern } from '../primitives/scalars'
import { zone, zoneProvider, zoneType } from './zone'
import { zoneParts } from './zone-name'

/** Lists the account's zones, newest first. */
export const listZones = operation({
  id: 'zones.list',
  service: 'dns',
  effect: 'read',
  method: 'GET',
  path: '/v1/dns/zones',
  admitsLimitedKeys: true,
  summary: 'List DNS zones',
  description:
    'Use to find DNS zones of the account. Returns one page and the total; records with with_records. To read all, use cursor.',
  query: z.object({
    ...page({ max: 500 }),
    ...cursor,
    order_by: z
      .object({
        creation_date: order.describe('Sorts by the day of creation: asc (oldest first) or desc.'),
        modification_date: order.describe('Sorts by the last change: asc (oldest first) or desc.'),
        name: order.describe('Sorts by the name of the zone: asc or desc.'),
      })
      .partial()
      .optional()
      .describe('Columns to sort by; newest zones first when absent.'),
    type: zoneType.optional().describe('Only master zones, or only slave zones.'),
    name_pattern: pattern.optional().describe('Zone to look for, such as *.com; `*` stands for any characters.'),
    with_records: zoneParts.with_records,
    with_history: zoneParts.with_history,
    with_dnskey: zoneParts.with_dnskey,
    provider: zoneProvider.optional(),
  }),
  result: results(zone).extend(nextCursor),
  errors: [],
  schemas: { response: 'zoneListZonesResponse' },
})

import { z } from 'zod'
import { operation } from '../operation'
import { page, results } from '../primitives/page'
import { flag, order, pattern } from '../primitives/scalars'
import { zone, zoneProvider, zoneType } from './zone'

/** Lists the account's zones, newest first. */
export const listZones = operation({
  id: 'zones.list',
  service: 'dns',
  effect: 'read',
  method: 'GET',
  path: '/v1/dns/zones',
  summary: 'List DNS zones',
  description: 'Use to find DNS zones of the account. Answers a page and the total; records only when asked for.',
  query: z.object({
    ...page({ max: 500 }),
    order_by: z
      .object({ creation_date: order, modification_date: order, name: order })
      .partial()
      .optional()
      .meta({ description: 'By creation date, newest first, when absent.' }),
    type: zoneType.optional(),
    name_pattern: pattern.optional(),
    with_records: flag.prefault(false),
    with_history: flag.prefault(false),
    with_dnskey: flag.prefault(false),
    provider: zoneProvider.optional(),
  }),
  result: results(zone),
  errors: [],
})

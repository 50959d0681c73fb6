import { z } from 'zod'
import { operation } from '../operation'
import { page, results } from '../primitives/page'
import { integer, order, pattern, resourceId, text } from '../primitives/scalars'
import { record } from './record'
import { zoneProvider } from './zone'

/** Lists the records of a zone, SOA and NS included. */
export const listRecords = operation({
  id: 'records.list',
  service: 'dns',
  effect: 'read',
  method: 'GET',
  path: '/v1/dns/zones/:name/records',
  summary: 'List the records of a DNS zone',
  description: 'Use to look for records of a zone by name, type or value. Answers a page and the total.',
  params: z.object({ name: z.string().max(255) }),
  query: z.object({
    ...page({ max: 500 }),
    order_by: z
      .object({ type: order, name: order, value: order, ttl: order, prio: order })
      .partial()
      .optional()
      .meta({ description: 'By type, then by name, when absent.' }),
    zone_id: resourceId.optional(),
    record_name_pattern: pattern.optional(),
    value_pattern: pattern.optional(),
    type: text.optional(),
    prio: integer().optional(),
    ttl: integer().optional(),
    zone_provider: zoneProvider.optional(),
  }),
  result: results(record),
  errors: ['zone_not_found', 'record_type_invalid'],
})

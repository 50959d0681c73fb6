import { z } from 'zod'
import { internalOperation } from '../operation'

/**
 * Prepares the zone of an order at a name where another account has a zone. The name servers answer for it from the
 * moment at which the order makes its account the holder of the domain. Until then the other zone does not change.
 */
export const prepareZone = internalOperation({
  id: 'zones.prepare',
  service: 'dns',
  audience: 'service',
  callers: ['domains'],
  effect: 'write',
  summary: 'Prepare the zone of an order',
  body: z.object({
    resellerId: z.int(),
    /** The apex: the whole name of the domain in A-labels. */
    name: z.string(),
    template_name: z.string(),
  }),
  result: z.object({}),
  errors: ['template_not_found', 'zone_records_missing'],
})

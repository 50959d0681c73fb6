import { z } from 'zod'
import { internalOperation } from '../operation'
import { operatorZone } from './operator-zone'

/**
 * Decides which account may have zones at a name that no account holds as a domain. Zones of other accounts at the name
 * and below it are withdrawn. The decision ends when an account becomes the holder of the domain.
 */
export const arbitrateZone = internalOperation({
  id: 'zones.arbitrate',
  service: 'dns',
  audience: 'operator',
  effect: 'write',
  summary: 'Decide which account may have the zone of a name',
  body: z.object({
    ...operatorZone,
    /** Absent: an earlier decision ends, and the name is first come, first served again. */
    resellerId: z.int().min(1).optional(),
  }),
  result: z.object({ name: z.string(), resellerId: z.int().nullable() }),
  errors: ['zone_unavailable', 'reseller_not_found'],
})

import { z } from 'zod'
import { internalOperation } from '../operation'
import { operatorZone } from './operator-zone'

/** Moves a zone, and those below it of the same account, with their history to another account. */
export const moveZone = internalOperation({
  id: 'zones.move',
  service: 'dns',
  audience: 'operator',
  effect: 'write',
  summary: 'Move a zone to another account',
  body: z.object({ ...operatorZone, resellerId: z.int().min(1) }),
  result: z.object({
    /** In A-labels. */
    zones: z.array(z.string()),
    from: z.int(),
  }),
  errors: ['zone_not_found', 'zone_unavailable', 'reseller_not_found'],
})

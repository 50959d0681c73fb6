import { z } from 'zod'
import { internalOperation } from '../operation'
import { restoreZone } from './restore-zone'
import { updateZone } from './update-zone'
import { plan, versionNumber, zoneChanged } from './zone-plan'

/** Changes the zone that a link opens, and no other, as its account may change it. */
export const changeZoneByLink = internalOperation({
  id: 'zone-links.change',
  service: 'dns',
  audience: 'service',
  effect: 'write',
  summary: 'Change the zone behind a link',
  body: z.object({
    token: z.string().max(1024),
    plan,
    records: updateZone.body.shape.records,
    restore: versionNumber
      .optional()
      .describe('A version of this zone whose records it gets back, instead of `records`.'),
  }),
  result: zoneChanged,
  errors: [...new Set([...updateZone.errors, ...restoreZone.errors])],
})

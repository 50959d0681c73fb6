import { z } from 'zod'
import { internalOperation } from '../operation'
import { updateZone } from './update-zone'
import { zoneChanged } from './zone-plan'

/** Changes the zone that a link opens, and no other, as its account may change it. */
export const changeZoneByLink = internalOperation({
  id: 'zone-links.change',
  service: 'dns',
  audience: 'service',
  effect: 'write',
  summary: 'Change the zone behind a link',
  body: z.object({ token: z.string().max(1024), records: updateZone.body.shape.records }),
  result: zoneChanged,
  errors: updateZone.errors,
})

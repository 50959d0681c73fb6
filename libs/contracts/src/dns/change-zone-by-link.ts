import { z } from 'zod'
import { internalOperation } from '../operation'
import { restoreZone } from './restore-zone'
import { updateZone } from './update-zone'
import { plan, versionNumber, zoneChanged } from './zone-plan'

/** Changes the zone of a link, with the same rules as for its account. */
export const changeZoneByLink = internalOperation({
  id: 'zone-links.change',
  service: 'dns',
  audience: 'service',
  callers: ['gateway'],
  effect: 'write',
  isAudited: true,
  summary: 'Change the zone behind a link',
  body: z.object({
    token: z.string().max(1024),
    plan,
    records: updateZone.body.shape.records,
    restore: versionNumber.optional().describe('Version of this zone to restore, instead of `records`.'),
  }),
  result: zoneChanged,
  errors: [...new Set([...updateZone.errors, ...restoreZone.errors])],
})

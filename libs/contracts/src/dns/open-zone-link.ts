import { z } from 'zod'
import { internalOperation } from '../operation'
import { wireDate } from '../primitives/dates'
import { page, results } from '../primitives/page'
import { record } from './record'
import { zoneVersion } from './zone-plan'

/** Returns the zone of a link, for the page behind the link. */
export const openZoneLink = internalOperation({
  id: 'zone-links.open',
  service: 'dns',
  audience: 'service',
  callers: ['gateway'],
  effect: 'read',
  isAudited: true,
  summary: 'Read the zone behind a link',
  body: z.object({
    token: z.string().max(1024),
    search: z.string().max(255).optional().meta({ description: 'Part of a record name to search for.' }),
    ...page({ max: 500 }),
  }),
  result: results(record).extend({
    name: z.string(),
    expires_at: wireDate,
    versions: z
      .array(zoneVersion)
      .describe('The latest versions of this zone, newest first, which the page can restore.'),
    types: z.array(z.string()).meta({ description: 'Types that records may have.' }),
  }),
  errors: ['zone_not_found'],
})

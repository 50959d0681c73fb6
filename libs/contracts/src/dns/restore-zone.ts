import { z } from 'zod'
import { operation } from '../operation'
import { guardByDefault, plan, versionNumber, zoneChanged } from './zone-plan'
import { zoneName } from './zone-name'

/** Gives a zone the records of an earlier version; that makes a new version, so it can be undone the same way. */
export const restoreZone = operation({
  id: 'zones.restore',
  service: 'dns',
  effect: 'write',
  method: 'POST',
  path: '/v1/dns/zones/:name/restore',
  summary: 'Restore an earlier version of a DNS zone',
  description:
    'Use to undo changes, or to bring a deleted zone back: the zone gets the records it had in the given version. Costs nothing; undone by restoring the version before. Show it with plan first.',
  params: z.object({ name: zoneName }),
  query: z.object({ plan, guard: guardByDefault }),
  isDestructive: true,
  body: z.object({ version: versionNumber.describe('Version to go back to, as zones.list-versions answers it.') }),
  result: zoneChanged,
  errors: [
    'zone_not_found',
    'zone_being_made',
    'zone_version_not_found',
    'zone_change_braked',
    'zone_unavailable',
    'zone_records_missing',
  ],
})

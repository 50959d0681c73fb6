import { z } from 'zod'
import { operation } from '../operation'
import { zoneName } from './zone-name'
import { guardByDefault, plan, versionNumber, zoneChanged } from './zone-plan'

/** Restores the records of an earlier version as a new version, so that the restore can be undone, too. */
export const restoreZone = operation({
  id: 'zones.restore',
  service: 'dns',
  effect: 'write',
  method: 'POST',
  path: '/v1/dns/zones/:name/restore',
  summary: 'Restore an earlier version of a DNS zone',
  description:
    'Use to undo changes or to restore a deleted zone: the zone gets the records of the given version. Free of charge. Undo by restoring the previous version. Preview the change with plan.',
  params: z.object({ name: zoneName }),
  query: z.object({ plan, guard: guardByDefault }),
  isDestructive: true,
  body: z.object({ version: versionNumber.describe('Version to restore, as returned by zones.list-versions.') }),
  result: zoneChanged,
  errors: [
    'zone_not_found',
    'zone_being_made',
    'zone_version_not_found',
    'zone_change_braked',
    'zone_unavailable',
    'zone_quota_reached',
    'zone_records_missing',
  ],
  example: { version: 1 },
})

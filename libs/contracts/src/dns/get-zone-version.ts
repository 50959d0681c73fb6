import { z } from 'zod'
import { operation } from '../operation'
import { zoneName } from './zone-name'
import { versionNumber, zoneDifference } from './zone-plan'

/** Compares a version of a zone with a later or earlier one. */
export const getZoneVersion = operation({
  id: 'zones.get-version',
  service: 'dns',
  effect: 'read',
  method: 'GET',
  path: '/v1/dns/zones/:name/versions/:version',
  summary: 'Compare two versions of a DNS zone',
  description: 'Use to see the changes since a version: the records that differ from the current zone.',
  params: z.object({ name: zoneName, version: versionNumber }),
  query: z.object({
    to: versionNumber.optional().describe('Version to compare with; the current state of the zone when absent.'),
  }),
  result: zoneDifference,
  errors: ['zone_not_found', 'zone_version_not_found'],
})

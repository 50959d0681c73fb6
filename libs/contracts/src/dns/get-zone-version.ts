import { z } from 'zod'
import { operation } from '../operation'
import { versionNumber, zoneDifference } from './zone-plan'

/** Compares a version of a zone with a later or earlier one. */
export const getZoneVersion = operation({
  id: 'zones.get-version',
  service: 'dns',
  effect: 'read',
  method: 'GET',
  path: '/v1/dns/zones/:name/versions/:version',
  summary: 'Compare two versions of a DNS zone',
  description: 'Use to see what was changed since a version: the records that lead from it to what the zone says now.',
  params: z.object({ name: z.string().max(255), version: versionNumber }),
  query: z.object({
    to: versionNumber.optional().meta({ description: 'Version to compare with; the zone as it is when absent.' }),
  }),
  result: zoneDifference,
  errors: ['zone_not_found', 'zone_version_not_found'],
})

import { z } from 'zod'
import { flag, resourceId } from '../primitives/scalars'

/** Name of a zone, in paths. */
export const zoneName = z.string().max(255).describe('Name of the zone, such as example.com; in upper or lower case.')

/** Number of the zone whose name is in the path; existing clients send both. */
export const sameZone = resourceId
  .optional()
  .describe('Number of the zone whose name is in the path; another number is refused like an unknown zone.')

/** Optional parts of a zone. */
export const zoneParts = {
  with_records: flag.prefault(false).describe('Also show the records; false by default.'),
  with_history: flag.prefault(false).describe('Also show the last 100 changed records; false by default.'),
  with_dnskey: flag.prefault(false).describe('Also show the public DNSSEC key; false by default.'),
}

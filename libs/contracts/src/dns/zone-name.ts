import { z } from 'zod'
import { flag, resourceId } from '../primitives/scalars'

/** Name of a zone, as paths name it. */
export const zoneName = z.string().max(255).describe('Name of the zone, such as example.com; in any case.')

/** Number of the zone that the path names; existing clients send it along. */
export const sameZone = resourceId
  .optional()
  .describe('Number of the zone that the path names; another number is answered as an unknown zone.')

/** What of a zone is shown only on request. */
export const zoneParts = {
  with_records: flag.prefault(false).describe('Show the records, too; false by default.'),
  with_history: flag.prefault(false).describe('Show the last 100 changed records, too; false by default.'),
  with_dnskey: flag.prefault(false).describe('Show the public DNSSEC key, too; false by default.'),
}

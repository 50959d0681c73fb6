import { z } from 'zod'
import { wireDate } from '../primitives/dates'
import { success } from '../primitives/page'
import { flag, integer } from '../primitives/scalars'

const plannedRecord = z
  .object({
    type: z.string().describe('Type of the record, such as A, AAAA, MX or TXT.'),
    name: z.string().describe('Owner name, fully qualified without the final dot.'),
    value: z.string().describe('Data of the record as a zone file writes it.'),
    ttl: z.int().describe('Time to live in seconds.'),
    prio: z.int().describe('Preference of MX and priority of SRV; 0 for other types.'),
  })
  .meta({ id: 'PlannedRecord', description: 'A DNS record.' })

const recordDifference = z
  .object({
    was: plannedRecord.optional().describe('The record before the change; absent when it is added.'),
    is: plannedRecord.optional().describe('The record after the change; absent when it is removed.'),
  })
  .meta({ id: 'RecordDifference', description: 'A record that is added, removed or changed.' })

const difference = {
  added: z.int().describe('Number of records that are added.'),
  removed: z.int().describe('Number of records that are removed.'),
  changed: z.int().describe('Number of records that get another value or ttl under the same name and type.'),
  changes: z.array(recordDifference).describe('Every record that differs; SOA and NS of the platform are left out.'),
}

/** The effect of a change; SOA and NS of the platform are left out. */
const zonePlan = z
  .object({
    version: z.int().describe('Version before the change; 0 without a zone.'),
    brake: z.string().optional().describe('Why guard refuses the change; absent if it does not.'),
    ...difference,
  })
  .meta({ id: 'ZonePlan', description: 'The effect of a change.' })

/** The result of a zone change. */
export const zoneChanged = z.object({
  success: success.shape.success,
  plan: zonePlan.optional().describe('Only with plan: the effect that the change would have. Nothing was changed.'),
})

/** Version of a zone in requests. Serials have 32 bits; versions continue beyond that. */
export const versionNumber = integer({ min: 1, max: Number.MAX_SAFE_INTEGER }).describe(
  'Version of the zone, as returned by zones.list-versions.',
)

/** Requests a preview of a change instead of the change. */
export const plan = flag
  .prefault(false)
  .describe('Only show the effect of the change, without making it; false by default.')

const guarded = 'Refuse a change that removes more than 30 % of the records of a zone with ten or more.'

/** Refuses a change that removes many records, on request. */
export const guardOnRequest = flag.prefault(false).describe(`${guarded} false by default.`)

/** Refuses a change that removes many records, unless switched off. */
export const guardByDefault = flag.prefault(true).describe(`${guarded} true by default.`)

/** A version of a zone. */
export const zoneVersion = z
  .object({
    version: z.int().describe('Version of the zone; the serial number of its SOA record while it was published.'),
    date: wireDate.describe('When the version was created.'),
    who: z.string().describe('Who created it: a user name, or the platform.'),
    source: z.string().describe('Operation that created it, such as zones.update.'),
    added: z.int().describe('Number of records that the change added.'),
    removed: z.int().describe('Number of records that the change removed.'),
  })
  .meta({ id: 'ZoneVersion', description: 'A version of the zone.' })

/** The differences between two versions of a zone. */
export const zoneDifference = z
  .object({
    version: z.int().describe('Version that the comparison starts from.'),
    to: z.int().describe('Version at which the comparison ends.'),
    ...difference,
  })
  .meta({ id: 'ZoneDifference', description: 'The differences between two versions of a zone.' })

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

/** What a change would do; the platform's SOA and NS stay and are not told. */
const zonePlan = z
  .object({
    version: z.int().describe('Version that the change starts from; 0 where there is no zone yet.'),
    brake: z.string().optional().describe('Why the change is refused when guard is on; absent when it is not.'),
    ...difference,
  })
  .meta({ id: 'ZonePlan', description: 'What a change would do.' })

/** The answer of a change of a zone. */
export const zoneChanged = z.object({
  success: success.shape.success,
  plan: zonePlan.optional().describe('Only when plan was asked for: what the change would do. Nothing was changed.'),
})

/** Version of a zone that a client names; serials have 32 bits, and versions go on behind them. */
export const versionNumber = integer({ min: 1, max: Number.MAX_SAFE_INTEGER }).describe(
  'Version of the zone, as zones.list-versions answers it.',
)

/** Asks what a change would do instead of doing it. */
export const plan = flag.prefault(false).describe('Show what the change would do and change nothing; false by default.')

const guarded = 'Refuse a change that removes more than 30 % of the records of a zone with ten or more.'

/** Brakes a change that takes much away, where the caller asks for it. */
export const guardOnRequest = flag.prefault(false).describe(`${guarded} false by default.`)

/** Brakes a change that takes much away, unless the caller says otherwise. */
export const guardByDefault = flag.prefault(true).describe(`${guarded} true by default.`)

/** A state that the zone was in. */
export const zoneVersion = z
  .object({
    version: z.int().describe('Version of the zone; the serial number of its SOA record while it was published.'),
    date: wireDate.describe('When the version was made.'),
    who: z.string().describe('Who made it: a user name, or the platform.'),
    source: z.string().describe('Operation that made it, such as zones.update.'),
    added: z.int().describe('Number of records that the change added.'),
    removed: z.int().describe('Number of records that the change removed.'),
  })
  .meta({ id: 'ZoneVersion', description: 'A state that the zone was in.' })

/** What lies between two versions of a zone. */
export const zoneDifference = z
  .object({
    version: z.int().describe('Version that the comparison starts from.'),
    to: z.int().describe('Version that it is compared with.'),
    ...difference,
  })
  .meta({ id: 'ZoneDifference', description: 'What differs between two versions of a zone.' })

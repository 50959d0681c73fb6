import { z } from 'zod'
import { wireDate } from '../primitives/dates'
import { flag, integer } from '../primitives/scalars'

const plannedRecord = z
  .object({ type: z.string(), name: z.string(), value: z.string(), ttl: z.int(), prio: z.int() })
  .meta({ id: 'PlannedRecord' })

const recordDifference = z
  .object({
    was: plannedRecord.optional().meta({ description: 'Absent where the record is new.' }),
    is: plannedRecord.optional().meta({ description: 'Absent where the record goes.' }),
  })
  .meta({ id: 'RecordDifference' })

const difference = {
  added: z.int().meta({ description: 'Records that are new.' }),
  removed: z.int().meta({ description: 'Records that go.' }),
  changed: z.int().meta({ description: 'Records with another value or ttl under the same name and type.' }),
  changes: z.array(recordDifference),
}

/** What a change would do; the platform's SOA and NS stay and are not told. */
const zonePlan = z
  .object({
    version: z.int().meta({ description: 'Version the change starts from; 0 where there is no zone yet.' }),
    brake: z.string().optional().meta({ description: 'Why the change is refused with guard, when it is.' }),
    ...difference,
  })
  .meta({ id: 'ZonePlan' })

/** The answer of a change of a zone. */
export const zoneChanged = z.object({
  success: z.boolean(),
  plan: zonePlan.optional().meta({ description: 'Only with plan: what would be done. Nothing was.' }),
})

/** Version of a zone that a client names; serials have 32 bits, and versions go on behind them. */
export const versionNumber = integer({ min: 1, max: Number.MAX_SAFE_INTEGER })

/** Asks what a change would do instead of doing it. */
export const plan = flag.prefault(false).meta({ description: 'Show what the change does, and change nothing.' })

const guarded = 'Refuse a change that removes more than 30 % of the records of a zone that has ten or more.'

/** Brakes a change that takes much away, where the caller asks for it. */
export const guardOnRequest = flag.prefault(false).meta({ description: guarded })

/** Brakes a change that takes much away, unless the caller says otherwise. */
export const guardByDefault = flag.prefault(true).meta({ description: `${guarded} On unless it is switched off.` })

/** A state that the zone was in. */
export const zoneVersion = z
  .object({
    version: z.int().meta({ description: 'Serial of the SOA record while it was published.' }),
    date: wireDate,
    who: z.string().meta({ description: 'Who made it.' }),
    source: z.string().meta({ description: 'Operation that made it.' }),
    added: z.int(),
    removed: z.int(),
  })
  .meta({ id: 'ZoneVersion' })

/** What lies between two versions of a zone. */
export const zoneDifference = z.object({ version: z.int(), to: z.int(), ...difference }).meta({ id: 'ZoneDifference' })

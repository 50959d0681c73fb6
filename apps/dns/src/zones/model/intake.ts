import { rrsetKey } from '@nameyard/zone/rrset'
import { recordKey, type ZoneRecord } from '@nameyard/zone/zone-record'

/** What becomes of the records that are there: all go, those of the RRsets that come, or none. */
export type Intake = 'replace' | 'sets' | 'add'

/** The records of a zone after others came in; one that is there already is not doubled. */
export function takeIn(there: readonly ZoneRecord[], given: readonly ZoneRecord[], intake: Intake): ZoneRecord[] {
  const keys = new Set(given.map(recordKey))
  const sets = new Set(given.map(rrsetKey))
  const stays = (record: ZoneRecord): boolean =>
    intake === 'add' ? !keys.has(recordKey(record)) : intake === 'sets' && !sets.has(rrsetKey(record))
  return [...there.filter(stays), ...given]
}

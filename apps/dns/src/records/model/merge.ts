import { rrsetKey } from '@nameyard/zone/rrset'
import { recordKey, type ZoneRecord } from '@nameyard/zone/zone-record'

/** Which existing records are replaced: all, those of the given RRsets (`sets`), or none (`add`). */
export type MergeMode = 'replace' | 'sets' | 'add'

/** Returns the records of a zone after others were added. A record that exists already is not duplicated. */
export function mergeRecords(
  there: readonly ZoneRecord[],
  given: readonly ZoneRecord[],
  mode: MergeMode,
): ZoneRecord[] {
  const keys = new Set(given.map(recordKey))
  const sets = new Set(given.map(rrsetKey))
  const stays = (record: ZoneRecord): boolean =>
    mode === 'add' ? !keys.has(recordKey(record)) : mode === 'sets' && !sets.has(rrsetKey(record))
  return [...there.filter(stays), ...given]
}

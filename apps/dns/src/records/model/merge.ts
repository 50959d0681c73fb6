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
  if (mode === 'replace' || there.length === 0) return [...given]
  const keyOf = mode === 'add' ? recordKey : rrsetKey
  const keys = new Set(given.map(keyOf))
  return [...there.filter((record) => !keys.has(keyOf(record))), ...given]
}

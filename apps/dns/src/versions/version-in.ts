import { fail } from '@nameyard/contracts/errors'
import type { ZoneRecord } from '@nameyard/zone/zone-record'
import { recordsAt } from '../records/model/versions'
import { changeSetIn, recordOf, type Since } from './version.store'

/** Returns a version of a zone with its records. Refuses a version that the zone never had. */
export function versionIn(since: Since, version: number, zone: string): { version: number; records: ZoneRecord[] } {
  const changes = since.changes.map((change) => ({ version: change.version, ...changeSetIn(change) }))
  const records = recordsAt(version, since.records.map(recordOf), changes)
  return records ? { version, records } : fail('zone_version_not_found', { zone, version })
}

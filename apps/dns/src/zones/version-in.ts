import { fail } from '@nameyard/contracts/errors'
import type { ZoneRecord } from '@nameyard/zone/zone-record'
import { recordsAt } from './model/versions'
import { exchangeIn, recordOf, type Since } from './version.store'

/** A version of a zone with its records; refuses one that the zone has never had. */
export function versionIn(since: Since, version: number, zone: string): { version: number; records: ZoneRecord[] } {
  const changes = since.changes.map((change) => ({ version: change.version, ...exchangeIn(change) }))
  const records = recordsAt(version, since.records.map(recordOf), changes)
  return records ? { version, records } : fail('zone_version_not_found', { zone, version })
}

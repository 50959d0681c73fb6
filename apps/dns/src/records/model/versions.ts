import type { ZoneRecord } from '@nameyard/zone/zone-record'
import type { ChangeSet } from './difference'
import { undo } from './steps'

/** A change and the version it made. */
export interface VersionMade extends ChangeSet {
  readonly version: number
}

/** Returns the records of a version from those of the latest one and the changes, newest first; undefined if unknown. */
export function recordsAt(
  version: number,
  latest: readonly ZoneRecord[],
  changes: readonly VersionMade[],
): ZoneRecord[] | undefined {
  if (!changes.some((change) => change.version === version)) return undefined
  return undo(
    latest,
    changes.filter((change) => change.version > version),
  )
}

import type { ZoneRecord } from '@nameyard/zone/zone-record'
import { undo, type Exchange } from './steps'

/** A change and the version it made. */
export interface VersionMade extends Exchange {
  readonly version: number
}

/** The records of a version, from those of the latest one and the changes, newest first; undefined where it is none. */
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

import type { Warning } from '@nameyard/contracts/envelope'
import { errors } from '@nameyard/contracts/errors'
import { adviceOn } from '@nameyard/zone/rules/advice'
import type { TtlPolicy, ZoneRecord } from '@nameyard/zone/zone-record'
import type { RecordSet } from '../records/model/record-set'
import { codeOfType } from '../records/refuse-record'

/** Returns a warning for every RRset that got the TTL of a record added to it (RFC 2181 section 5.2). */
export function movedWarnings(moved: RecordSet['moved']): Warning[] {
  const { code } = errors.record_ttl_invalid
  return moved.map(({ owner, type, ttl }) => ({
    code,
    data: `${owner} ${type}`,
    desc: `All ${type} records of ${owner} now have the ttl ${ttl}: the records of one RRset share it.`,
  }))
}

/** Returns the warning about records of a zone file whose TTL is out of bounds. */
export function clampedWarning(records: number, { min, max }: TtlPolicy): Warning {
  const were = records === 1 ? '1 record has' : `${records} records have`
  return {
    code: errors.record_ttl_invalid.code,
    data: String(records),
    desc: `${were} a ttl outside of ${min} to ${max} seconds in the file, and the nearest of the two here.`,
  }
}

/** Returns warnings about probable mistakes that a change makes. Those from before the change are not repeated. */
export function adviceWarnings(apex: string, before: readonly ZoneRecord[], after: readonly ZoneRecord[]): Warning[] {
  const found = warningsAbout(after, apex)
  if (found.length === 0) return []
  const known = new Set(warningsAbout(before, apex).map(({ desc }) => desc))
  return found.filter(({ desc }) => !known.has(desc))
}

function warningsAbout(records: readonly ZoneRecord[], apex: string): Warning[] {
  return adviceOn(records, apex).map(({ owner, type, problem }) => ({
    code: codeOfType(type),
    data: `${owner} ${type}`,
    desc: `${type} ${owner}: ${problem}.`,
  }))
}

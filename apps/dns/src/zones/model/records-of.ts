import type { Parsed } from '@nameyard/names/domain-name'
import { alignTtls, type RRset } from '@nameyard/zone/rrset'
import { conflictAmong } from '@nameyard/zone/rules/rfc'
import {
  parseRecord,
  type RecordError,
  type RecordGiven,
  type RecordPolicy,
  type ZoneRecord,
} from '@nameyard/zone/zone-record'

/** Records that may stand together, and the RRsets whose TTL had to move for it. */
export interface RecordSet {
  readonly records: readonly ZoneRecord[]
  readonly moved: readonly Omit<RRset, 'rdatas'>[]
}

/** What is wrong, and which of the given records it is when it is one of them. */
export interface RecordFault {
  readonly error: RecordError
  /** Path of the record in the input. */
  readonly path?: string
}

/** Reads all records of a list, or names the first that cannot be read. */
export function parseAll(
  given: readonly RecordGiven[],
  apex: string,
  policy: RecordPolicy,
  path: (index: number) => string,
): Parsed<ZoneRecord[], RecordFault> {
  const records: ZoneRecord[] = []
  for (const [index, each] of given.entries()) {
    const parsed = parseRecord(each, apex, policy)
    if (!parsed.ok) return { ok: false, error: { error: parsed.error, path: path(index) } }
    records.push(parsed.value)
  }
  return { ok: true, value: records }
}

/** Holds the records of a whole zone against the rules of RRsets. */
export function settle(records: readonly ZoneRecord[], apex: string): Parsed<RecordSet, RecordFault> {
  const error = conflictAmong(records, apex)
  return error ? { ok: false, error: { error } } : { ok: true, value: alignTtls(records) }
}

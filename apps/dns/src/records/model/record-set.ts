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

/** Records without conflicts, and the RRsets whose TTL was changed for it. */
export interface RecordSet {
  readonly records: readonly ZoneRecord[]
  readonly moved: readonly Omit<RRset, 'rdatas'>[]
}

/** A fault of the input, and the record that has it. */
export interface RecordFault {
  readonly error: RecordError
  /** Path of the record in the input. */
  readonly path?: string
}

/** Reads all records of a list, or returns the first that is invalid. */
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

/** Checks the records of a whole zone against the rules of RRsets, and aligns TTLs. */
export function recordSetOf(records: readonly ZoneRecord[], apex: string): Parsed<RecordSet, RecordFault> {
  const error = conflictAmong(records, apex)
  return error ? { ok: false, error: { error } } : { ok: true, value: alignTtls(records) }
}

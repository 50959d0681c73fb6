import { rrsetKey } from '@nameyard/zone/rrset'
import { recordKey, type ZoneRecord } from '@nameyard/zone/zone-record'
import type { ChangeSet } from './difference'

/** One record before and after a change. A new record has no `was`, and a removed one has no `is`. */
export interface Step {
  readonly was?: ZoneRecord
  readonly is?: ZoneRecord
}

/** Returns a change record by record. A record with a new TTL is paired with itself, others of an RRset in their order. */
export function stepsOf({ removed, added }: ChangeSet): Step[] {
  const unmatched = new Map(removed.map((record) => [recordKey(record), record]))
  const retimed = new Map<string, ZoneRecord>()
  for (const record of added) {
    const key = recordKey(record)
    const was = unmatched.get(key)
    if (was && unmatched.delete(key)) retimed.set(key, was)
  }
  const bySet = new Map<string, ZoneRecord[]>()
  for (const record of [...unmatched.values()].toReversed()) {
    const set = bySet.get(rrsetKey(record))
    if (set) set.push(record)
    else bySet.set(rrsetKey(record), [record])
  }
  const steps: Step[] = []
  const paired = new Set<ZoneRecord>()
  for (const is of added) {
    const was = retimed.get(recordKey(is)) ?? bySet.get(rrsetKey(is))?.pop()
    if (was) paired.add(was)
    steps.push(was ? { was, is } : { is })
  }
  return [...removed.filter((record) => !paired.has(record)).map((was) => ({ was })), ...steps]
}

/** Returns the records from before the changes, given those from after them. The latest change comes first. */
export function undo(records: readonly ZoneRecord[], changes: Iterable<ChangeSet>): ZoneRecord[] {
  const before = new Map(records.map((record) => [recordKey(record), record]))
  for (const { removed, added } of changes) {
    for (const record of added) before.delete(recordKey(record))
    for (const record of removed) before.set(recordKey(record), record)
  }
  return [...before.values()]
}

import { rrsetKey } from '@nameyard/zone/rrset'
import { recordKey, type ZoneRecord } from '@nameyard/zone/zone-record'
import type { difference } from './changed-records'

/** What a change takes out of a zone and what it puts in; a record whose TTL moves is in both. */
export interface Exchange {
  readonly removed: readonly ZoneRecord[]
  readonly added: readonly ZoneRecord[]
}

/** One record before and after a change; only one of them where it is new, or goes. */
export interface Step {
  readonly was?: ZoneRecord
  readonly is?: ZoneRecord
}

/** What the difference of two sets of records takes out and puts in. */
export function exchangeOf({ removed, added, retimed }: ReturnType<typeof difference>): Exchange {
  return {
    removed: [...removed, ...retimed.map(({ stored }) => stored)],
    added: [...added, ...retimed.map(({ stored, ttl }) => ({ ...stored, ttl }))],
  }
}

/** An exchange record by record: one whose TTL moved is paired with itself, the others of an RRset in their order. */
export function stepsOf({ removed, added }: Exchange): Step[] {
  const gone = new Map(removed.map((record) => [recordKey(record), record]))
  const retimed = new Map<string, ZoneRecord>()
  for (const record of added) {
    const key = recordKey(record)
    const was = gone.get(key)
    if (was && gone.delete(key)) retimed.set(key, was)
  }
  const bySet = new Map<string, ZoneRecord[]>()
  for (const record of [...gone.values()].toReversed()) {
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

/** The records from before the changes, given those of after them; the latest change comes first. */
export function undo(records: readonly ZoneRecord[], changes: Iterable<Exchange>): ZoneRecord[] {
  const before = new Map(records.map((record) => [recordKey(record), record]))
  for (const { removed, added } of changes) {
    for (const record of added) before.delete(recordKey(record))
    for (const record of removed) before.set(recordKey(record), record)
  }
  return [...before.values()]
}

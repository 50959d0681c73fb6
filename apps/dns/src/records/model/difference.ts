import { recordKey, type ZoneRecord } from '@nameyard/zone/zone-record'

/** The records that a change removes and adds. A record with a new TTL is in both. */
export interface ChangeSet {
  readonly removed: readonly ZoneRecord[]
  readonly added: readonly ZoneRecord[]
}

/** Compares stored records with the records that a zone gets. Records are the same when their keys are. */
export function difference<Stored extends ZoneRecord>(stored: readonly Stored[], wanted: readonly ZoneRecord[]) {
  // A new zone may have thousands of records, each with a key to compute.
  if (stored.length === 0)
    return { removed: [] as Stored[], added: [...wanted], retimed: [] as { stored: Stored; ttl: number }[] }
  const byKey = new Map(stored.map((record) => [recordKey(record), record]))
  const added: ZoneRecord[] = []
  const retimed: { stored: Stored; ttl: number }[] = []
  for (const record of wanted) {
    const key = recordKey(record)
    const same = byKey.get(key)
    byKey.delete(key)
    if (same === undefined) added.push(record)
    else if (same.ttl !== record.ttl) retimed.push({ stored: same, ttl: record.ttl })
  }
  return { removed: [...byKey.values()], added, retimed }
}

/** Returns a difference as removed and added records. */
export function changeSetOf({ removed, added, retimed }: ReturnType<typeof difference>): ChangeSet {
  return {
    removed: [...removed, ...retimed.map(({ stored }) => stored)],
    added: [...added, ...retimed.map(({ stored, ttl }) => ({ ...stored, ttl }))],
  }
}

import type { ZoneRecord } from './zone-record'

/** All records of one owner name and one type. */
export interface RRset {
  readonly owner: string
  readonly type: string
  readonly ttl: number
  readonly rdatas: readonly Buffer[]
}

/** Identifies an RRset within a zone. */
export function rrsetKey(set: Pick<ZoneRecord, 'owner' | 'type'>): string {
  return `${set.owner} ${set.type}`
}

/** Groups records into RRsets, in order of first appearance. The TTL is that of the first record. */
export function toRRsets(records: Iterable<ZoneRecord>): RRset[] {
  const sets = new Map<string, RRset & { rdatas: Buffer[] }>()
  for (const record of records) {
    const key = rrsetKey(record)
    const set = sets.get(key)
    if (set) set.rdatas.push(record.rdata)
    else sets.set(key, { owner: record.owner, type: record.type, ttl: record.ttl, rdatas: [record.rdata] })
  }
  return [...sets.values()]
}

/**
 * Gives every RRset one TTL (RFC 2181 section 5.2). By default that is the TTL of its last record, so that an added
 * record sets the TTL of its RRset; in a zone file the first one counts, as with name servers. Returns the records, and
 * the RRsets in which a TTL changed (`moved`).
 */
export function alignTtls(
  records: readonly ZoneRecord[],
  by: 'first' | 'last' = 'last',
): { records: ZoneRecord[]; moved: Omit<RRset, 'rdatas'>[] } {
  const ttls = new Map<string, number>()
  let isAligned = true
  for (const record of by === 'last' ? records : records.toReversed()) {
    const key = rrsetKey(record)
    isAligned &&= (ttls.get(key) ?? record.ttl) === record.ttl
    ttls.set(key, record.ttl)
  }
  if (isAligned) return { records: [...records], moved: [] }
  const moved = new Map<string, Omit<RRset, 'rdatas'>>()
  const aligned = records.map((record) => {
    const key = rrsetKey(record)
    const ttl = ttls.get(key) as number
    if (ttl === record.ttl) return record
    moved.set(key, { owner: record.owner, type: record.type, ttl })
    return { ...record, ttl }
  })
  return { records: aligned, moved: [...moved.values()] }
}

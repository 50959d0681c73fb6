import type { Parsed } from '@nameyard/names/domain-name'
import { lacksPrio, presentRdata } from '@nameyard/zone/record-type'
import { recordTypes } from '@nameyard/zone/record-types'
import {
  parseOwner,
  parseRecord,
  recordKey,
  type RecordGiven,
  type RecordPolicy,
  type ZoneRecord,
} from '@nameyard/zone/zone-record'
import { parseAll, settle, type RecordFault, type RecordSet } from './records-of'

/** A record named by its meaning; TTL does not count, and prio only when it is given. */
export type RecordNamed = Omit<RecordGiven, 'ttl'>

export interface RecordChange {
  /** Leaves only these; the other parts of the change come on top. */
  readonly replace?: readonly RecordGiven[] | undefined
  readonly remove?: readonly RecordNamed[] | undefined
  readonly update?: readonly { readonly original_record: RecordNamed; readonly record: RecordGiven }[] | undefined
  readonly add?: readonly RecordGiven[] | undefined
}

/** A record that was named and cannot be taken: there is none, or it is the platform's. */
export interface NotTaken {
  readonly reason: 'record_not_found' | 'record_managed' | 'soa_managed'
  readonly record: string
  /** Path of the record in the input. */
  readonly path: string
}

export type ChangeFault = RecordFault | NotTaken

/**
 * The records of a zone after a change: removals first, then updates, then additions, all or nothing. `managed` are the
 * platform's own: a `replace` may repeat them, as clients do that send back what they have read.
 */
export function changedRecords(
  current: readonly ZoneRecord[],
  change: RecordChange,
  apex: string,
  policy: RecordPolicy,
  managed: readonly ZoneRecord[],
): Parsed<RecordSet, ChangeFault> {
  let records: ZoneRecord[] = [...current]
  if (change.replace) {
    const given = change.replace.filter((record) => !repeatsManaged(record, apex, managed))
    const replaced = parseAll(given, apex, policy, (index) => `records.replace.${index}`)
    if (!replaced.ok) return replaced
    records = replaced.value
  }
  for (const [index, named] of (change.remove ?? []).entries()) {
    const found = find(records, named, apex, managed, `records.remove.${index}`)
    if (!found.ok) return found
    records.splice(found.value, 1)
  }
  for (const [index, { original_record, record }] of (change.update ?? []).entries()) {
    const path = `records.update.${index}`
    const found = find(records, original_record, apex, managed, `${path}.original_record`)
    if (!found.ok) return found
    const parsed = parseRecord(record, apex, policy)
    if (!parsed.ok) return { ok: false, error: { error: parsed.error, path: `${path}.record` } }
    records.splice(found.value, 1)
    // Last, so that its TTL is the one its RRset takes.
    records.push(parsed.value)
  }
  const added = parseAll(change.add ?? [], apex, policy, (index) => `records.add.${index}`)
  if (!added.ok) return added
  return settle([...records, ...added.value], apex)
}

function find(
  records: readonly ZoneRecord[],
  named: RecordNamed,
  apex: string,
  managed: readonly ZoneRecord[],
  path: string,
): Parsed<number, ChangeFault> {
  const wanted = meaningOf(named, apex)
  const refuse = (reason: NotTaken['reason']) => ({ ok: false as const, error: { reason, record: wanted.shown, path } })
  if (wanted.owner === apex && managed.some(({ type }) => type === wanted.type)) {
    return refuse(wanted.type === 'SOA' ? 'soa_managed' : 'record_managed')
  }
  const index = records.findIndex((record) => wanted.matches(record))
  return index < 0 ? refuse('record_not_found') : { ok: true, value: index }
}

/**
 * How to know a named record again. What cannot be read names a record that is shown so: one from before a rule came can
 * be removed.
 */
function meaningOf(named: RecordNamed, apex: string) {
  const type = recordTypes.get(named.type.trim().toUpperCase())
  const owner = parseOwner(named.name, apex)
  const shown = `${type?.name ?? named.type} ${named.name === '' ? '@' : named.name}`
  const prio = named.prio ?? (type && lacksPrio(type, named.value) ? 0 : undefined)
  const read = parseRecord({ ...named, prio, name: owner.ok ? owner.value : apex, ttl: 0 }, apex, { min: 0, max: 0 })
  const matches = (record: ZoneRecord): boolean => {
    if (!type || !owner.ok || record.owner !== owner.value || record.type !== type.name) return false
    if (!read.ok) return presentRdata(type, record.rdata).value === named.value
    if (type.prio === undefined || named.prio !== undefined) return recordKey(record) === recordKey(read.value)
    const wanted = presentRdata(type, read.value.rdata)
    const candidate = presentRdata(type, record.rdata)
    // A prio of 0 that was not given stands for any; one that was written into the value has been read from there.
    return candidate.value === wanted.value && (wanted.prio === 0 || candidate.prio === wanted.prio)
  }
  return { owner: owner.ok ? owner.value : '', type: type?.name ?? named.type, shown, matches }
}

/** SOA in any version, and the platform's NS: a client may send them back with everything it has read. */
function repeatsManaged(given: RecordGiven, apex: string, managed: readonly ZoneRecord[]): boolean {
  const type = given.type.trim().toUpperCase()
  if (!managed.some((record) => record.type === type)) return false
  const owner = parseOwner(given.name, apex)
  if (!owner.ok || owner.value !== apex) return false
  if (type === 'SOA') return true
  const host = given.value.trim().toLowerCase().replace(/\.$/, '')
  return managed.some(
    (record) => record.type === type && presentRdata(recordTypes.get(type)!, record.rdata).value === host,
  )
}

/** How the stored records become the wanted ones: keys tell which stay. */
export function difference<Stored extends ZoneRecord>(stored: readonly Stored[], wanted: readonly ZoneRecord[]) {
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

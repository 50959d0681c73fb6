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
import { parseAll, recordSetOf, type RecordFault, type RecordSet } from './record-set'

/** A record that is named by its content. The TTL does not count, and the prio only when it is given. */
export type RecordNamed = Omit<RecordGiven, 'ttl'>

export interface RecordChange {
  /** Replaces all records; the other parts of the change are applied after it. */
  readonly replace?: readonly RecordGiven[] | undefined
  readonly remove?: readonly RecordNamed[] | undefined
  readonly update?: readonly { readonly original_record: RecordNamed; readonly record: RecordGiven }[] | undefined
  readonly add?: readonly RecordGiven[] | undefined
}

/** A named record that cannot be changed: it does not exist, or the platform manages it. */
export interface NamedRecordFault {
  readonly reason: 'record_not_found' | 'record_managed' | 'soa_managed'
  readonly record: string
  /** Path of the record in the input. */
  readonly path: string
}

export type ChangeFault = RecordFault | NamedRecordFault

/**
 * Returns the records of a zone after a change: removals first, then updates, then additions, all or nothing. `managed`
 * are records of the platform. A `replace` may repeat them, because clients send back what they have read.
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
    // The record is added last, so that its RRset gets its TTL.
    records.push(parsed.value)
  }
  const added = parseAll(change.add ?? [], apex, policy, (index) => `records.add.${index}`)
  if (!added.ok) return added
  return recordSetOf([...records, ...added.value], apex)
}

function find(
  records: readonly ZoneRecord[],
  named: RecordNamed,
  apex: string,
  managed: readonly ZoneRecord[],
  path: string,
): Parsed<number, ChangeFault> {
  const wanted = meaningOf(named, apex)
  const refuse = (reason: NamedRecordFault['reason']) => ({
    ok: false as const,
    error: { reason, record: wanted.shown, path },
  })
  if (wanted.owner === apex && managed.some(({ type }) => type === wanted.type)) {
    return refuse(wanted.type === 'SOA' ? 'soa_managed' : 'record_managed')
  }
  const index = records.findIndex((record) => wanted.matches(record))
  return index < 0 ? refuse('record_not_found') : { ok: true, value: index }
}

/**
 * How a named record is recognised. An invalid value matches a record that is presented in the same way, so that a record
 * from before a rule existed can be removed.
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
    // A prio of 0 that was not given matches any prio. A prio within the value was read from there.
    return candidate.value === wanted.value && (wanted.prio === 0 || candidate.prio === wanted.prio)
  }
  return { owner: owner.ok ? owner.value : '', type: type?.name ?? named.type, shown, matches }
}

/** Whether a record is the SOA, in any version, or an NS record of the platform. */
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

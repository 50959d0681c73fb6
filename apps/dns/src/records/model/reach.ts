import { recordTypes } from '@nameyard/zone/record-types'
import { parseOwner } from '@nameyard/zone/zone-record'
import type { RecordChange, RecordNamed } from './changed-records'

/**
 * The records of a zone that a change depends on: all at some owner names, and all of some types. They are whole RRsets.
 * No other record can forbid the change or get a new warning from it.
 */
export interface Reach {
  readonly owners: readonly string[]
  readonly types: readonly string[]
}

/** Types that decide which servers answer the names below. */
const CUTS = ['NS', 'DNAME']
/** Types that name hosts, which must not be aliases. NS is among the cuts. */
const NAMING_HOSTS = ['MX', 'SRV']

/**
 * Returns the records that a change depends on; undefined for the whole zone. The rules check one owner name at a time.
 * Advice follows names: up to the delegations above, and to the hosts that records name.
 */
export function reachOf(
  { replace, add = [], remove = [], update = [] }: RecordChange,
  apex: string,
): Reach | undefined {
  if (replace) return undefined
  const named: readonly RecordNamed[] = [
    ...add,
    ...remove,
    ...update.flatMap(({ original_record, record }) => [original_record, record]),
  ]
  const touched = new Set(named.map(({ type }) => recordTypes.get(type.trim().toUpperCase())?.name))
  if (CUTS.some((type) => touched.has(type))) return undefined
  const owners = new Set<string>()
  for (const { name } of named) {
    const owner = parseOwner(name, apex)
    if (owner.ok) owners.add(owner.value)
  }
  return {
    owners: [...owners],
    types: [
      ...CUTS,
      ...(touched.has('CNAME') ? NAMING_HOSTS : []),
      ...(NAMING_HOSTS.some((type) => touched.has(type)) ? ['CNAME'] : []),
    ],
  }
}

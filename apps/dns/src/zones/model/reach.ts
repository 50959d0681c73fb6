import { recordTypes } from '@nameyard/zone/record-types'
import { parseOwner } from '@nameyard/zone/zone-record'
import type { RecordChange, RecordNamed } from './changed-records'

/**
 * The records of a zone that decide about a change: all at some owner names, and all of some types. They are RRsets as a
 * whole, and what is not among them neither forbids the change nor is told of anew after it.
 */
export interface Reach {
  readonly owners: readonly string[]
  readonly types: readonly string[]
}

/** What decides whether and by whom the names below are answered. */
const CUTS = ['NS', 'DNAME']
/** Types that name hosts, which must be no aliases; those of NS are among the cuts. */
const NAMING_HOSTS = ['MX', 'SRV']

/**
 * What a change of records reaches; undefined where that is the whole zone. The rules look at one owner name at a time;
 * advice follows names, up to the delegations above and across to the hosts that records name.
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

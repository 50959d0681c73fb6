import { ancestorsOf, isSubdomainOf } from '@nameyard/names/relation'
import { dname } from '@nameyard/zone/record/dname'
import { toRRsets, type RRset } from '@nameyard/zone/rrset'
import type { ZoneRecord } from '@nameyard/zone/zone-record'

/** The RRsets at one owner name, by type. */
export type Node = ReadonlyMap<string, RRset>

/** A zone with indexes for look-ups. */
export interface ServedZone {
  readonly apex: string
  /** Every name that exists. Empty non-terminals (RFC 9499 section 7) have an empty node. */
  readonly nodes: ReadonlyMap<string, Node>
  /** Owner names of the delegations. */
  readonly cuts: ReadonlySet<string>
  /** Owner names of DNAME records (RFC 6672). */
  readonly redirections: ReadonlySet<string>
}

/** Indexes the records of a zone. */
export function serve(apex: string, records: Iterable<ZoneRecord>): ServedZone {
  const nodes = new Map<string, Map<string, RRset>>()
  const cuts = new Set<string>()
  const redirections = new Set<string>()
  for (const set of toRRsets(records)) {
    const node = nodes.get(set.owner)
    if (node) node.set(set.type, set)
    else {
      nodes.set(set.owner, new Map([[set.type, set]]))
      for (const above of ancestorsOf(set.owner)) {
        if (!isSubdomainOf(above, apex) || nodes.has(above)) break
        nodes.set(above, new Map())
      }
    }
    if (set.type === dname.name) redirections.add(set.owner)
    if (set.type === 'NS' && set.owner !== apex) cuts.add(set.owner)
  }
  return { apex, nodes, cuts, redirections }
}

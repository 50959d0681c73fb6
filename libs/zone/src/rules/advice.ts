import { ancestorsOf } from '@nameyard/names/relation'
import { https } from '../record/https'
import { mx } from '../record/mx'
import { ns } from '../record/ns'
import { srv } from '../record/srv'
import { svcb } from '../record/svcb'
import { txt } from '../record/txt'
import { readRdata } from '../record-type'
import { toRRsets, type RRset } from '../rrset'
import type { ZoneRecord } from '../zone-record'

/** Something that name servers serve and that hardly anybody means. */
export interface Advice {
  readonly owner: string
  readonly type: string
  /** What it is, to be put behind the RRset. */
  readonly problem: string
}

/** What to look at again in a zone of these records; nothing of it is against an RFC that name servers keep to. */
export function adviceOn(records: readonly ZoneRecord[], apex: string): Advice[] {
  const sets = toRRsets(records)
  const zone = new Names(sets, apex)
  return sets.flatMap((set) => problemsOf(set, zone).map((problem) => ({ owner: set.owner, type: set.type, problem })))
}

/** What stands at which name of a zone. */
class Names {
  private readonly types = new Map<string, Set<string>>()
  private readonly nameservers = new Set<string>()

  constructor(
    sets: readonly RRset[],
    private readonly apex: string,
  ) {
    for (const set of sets) {
      const { owner, type } = set
      if (type === 'NS') for (const host of targetsOf(set)) this.nameservers.add(host)
      const there = this.types.get(owner)
      if (there) there.add(type)
      else this.types.set(owner, new Set([type]))
    }
  }

  has(owner: string, ...types: string[]): boolean {
    const there = this.types.get(owner)
    return there !== undefined && types.some((type) => there.has(type))
  }

  /** The name strictly above, and below the apex, that hands everything under it to other servers or names. */
  cutAbove(owner: string): { readonly name: string; readonly type: 'NS' | 'DNAME' } | undefined {
    for (const name of ancestorsOf(owner)) {
      if (this.has(name, 'DNAME')) return { name, type: 'DNAME' }
      if (name === this.apex) return undefined
      if (this.has(name, 'NS')) return { name, type: 'NS' }
    }
    return undefined
  }

  /** Whether the set is the address of a nameserver, which is told from above the delegation it lies in. */
  isGlue({ owner, type }: RRset): boolean {
    return (type === 'A' || type === 'AAAA') && this.nameservers.has(owner)
  }

  isDelegation(owner: string): boolean {
    return owner !== this.apex && this.has(owner, 'NS')
  }
}

/** What may stand at a delegation and is told from above (RFC 4035 2.2 and 3.1.4.1). */
const atDelegation = new Set(['NS', 'DS', 'NSEC'])

function problemsOf(set: RRset, zone: Names): string[] {
  const problems: string[] = []
  const { owner, type, rdatas } = set
  const cut = zone.cutAbove(owner)
  if (cut?.type === 'DNAME') problems.push(`it lies below the DNAME of ${cut.name} and is never answered`)
  else if (cut && !zone.isGlue(set)) problems.push(`it lies below the delegation of ${cut.name} and is never answered`)
  else if (!cut && zone.isDelegation(owner) && !atDelegation.has(type) && !zone.isGlue(set))
    problems.push('it stands at a delegation and is never answered')
  if (type === 'NS' && owner.startsWith('*.')) problems.push('a delegation by a wildcard does not work everywhere')
  for (const host of targetsOf(set)) {
    if (zone.has(host, 'CNAME')) problems.push(`${host} is an alias, and must be a host name`)
    else if (type === 'NS' && isBelow(host, owner) && !zone.has(host, 'A', 'AAAA'))
      problems.push(`${host} lies below the delegation and has no address here, so nobody finds it`)
  }
  if (isSpf(set)) problems.push('more than one SPF policy stands at the name, which receivers take for none')
  if ((type === 'TLSA' || type === 'SRV') && !/^(?:\*|_[^.]+)\._[^.]+\./.test(`${owner}.`))
    problems.push(
      `its name has no ${type === 'TLSA' ? '_port._protocol' : '_service._protocol'} in front, so nobody looks for it`,
    )
  if (
    (type === 'HTTPS' || type === 'SVCB') &&
    rdatas.length > 1 &&
    rdatas.some((rdata) => readRdata(type === 'HTTPS' ? https : svcb, rdata).priority === 0)
  )
    problems.push('a record in AliasMode makes the others at the name void')
  return problems
}

/** The host names that records of some types name, and that must be no aliases (RFC 2181 10.3, RFC 2782). */
function targetsOf({ type, rdatas }: RRset): string[] {
  if (type === 'MX') return rdatas.map((rdata) => readRdata(mx, rdata).exchange)
  if (type === 'NS') return rdatas.map((rdata) => readRdata(ns, rdata).host)
  if (type === 'SRV') return rdatas.map((rdata) => readRdata(srv, rdata).target)
  return []
}

function isBelow(host: string, owner: string): boolean {
  return host === owner || host.endsWith(`.${owner}`)
}

/** RFC 7208 section 4.5: two records that begin so are a permanent error. */
function isSpf({ type, rdatas }: RRset): boolean {
  if (type !== 'TXT' || rdatas.length < 2) return false
  const policies = rdatas.filter((rdata) =>
    /^v=spf1( |$)/i.test(Buffer.concat([...readRdata(txt, rdata).text]).toString('latin1')),
  )
  return policies.length > 1
}

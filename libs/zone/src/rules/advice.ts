import { ancestorsOf } from '@nameyard/names/relation'
import { readRdata } from '../record-type'
import { https } from '../record/https'
import { mx } from '../record/mx'
import { ns } from '../record/ns'
import { srv } from '../record/srv'
import { svcb } from '../record/svcb'
import { txt } from '../record/txt'
import { toRRsets, type RRset } from '../rrset'
import type { ZoneRecord } from '../zone-record'

/** A probable mistake: records that are allowed and that hardly have the effect the reseller wants. */
export interface Advice {
  readonly owner: string
  readonly type: string
  /** What is wrong; messages show it after the RRset. */
  readonly problem: string
}

/** Returns probable mistakes in the records of a zone. None breaks a rule that name servers enforce. */
export function adviceOn(records: readonly ZoneRecord[], apex: string): Advice[] {
  const sets = toRRsets(records)
  const zone = new Names(sets, apex)
  return sets.flatMap((set) => problemsOf(set, zone).map((problem) => ({ owner: set.owner, type: set.type, problem })))
}

/** Which types exist at which names of a zone. */
class Names {
  private readonly types = new Map<string, Set<string>>()
  private readonly nameservers = new Set<string>()
  private hasCuts = false

  constructor(
    sets: readonly RRset[],
    private readonly apex: string,
  ) {
    for (const set of sets) {
      const { owner, type } = set
      if (type === 'NS') for (const host of targetsOf(set)) this.nameservers.add(host)
      this.hasCuts ||= type === 'NS' || type === 'DNAME'
      const there = this.types.get(owner)
      if (there) there.add(type)
      else this.types.set(owner, new Set([type]))
    }
  }

  has(owner: string, ...types: string[]): boolean {
    const there = this.types.get(owner)
    return there !== undefined && types.some((type) => there.has(type))
  }

  /** The delegation or DNAME above a name, within the zone: the records below it are not served. */
  cutAbove(owner: string): { readonly name: string; readonly type: 'NS' | 'DNAME' } | undefined {
    if (!this.hasCuts) return undefined
    for (const name of ancestorsOf(owner)) {
      if (this.has(name, 'DNAME')) return { name, type: 'DNAME' }
      if (name === this.apex) return undefined
      if (this.has(name, 'NS')) return { name, type: 'NS' }
    }
    return undefined
  }

  /** Whether the set is the address of a nameserver: the zone answers it although it is below a delegation. */
  isGlue({ owner, type }: RRset): boolean {
    return (type === 'A' || type === 'AAAA') && this.nameservers.has(owner)
  }

  isDelegation(owner: string): boolean {
    return owner !== this.apex && this.has(owner, 'NS')
  }
}

/** Types that the parent zone answers at a delegation (RFC 4035 2.2 and 3.1.4.1). */
const atDelegation = new Set(['NS', 'DS', 'NSEC'])

function problemsOf(set: RRset, zone: Names): string[] {
  const problems: string[] = []
  const { owner, type, rdatas } = set
  const cut = zone.cutAbove(owner)
  if (cut?.type === 'DNAME') problems.push(`it is below the DNAME of ${cut.name} and is never answered`)
  else if (cut && !zone.isGlue(set)) problems.push(`it is below the delegation of ${cut.name} and is never answered`)
  else if (!cut && zone.isDelegation(owner) && !atDelegation.has(type) && !zone.isGlue(set))
    problems.push('it is at a delegation and is never answered')
  if (type === 'NS' && owner.startsWith('*.')) problems.push('a delegation by a wildcard does not work everywhere')
  for (const host of targetsOf(set)) {
    if (zone.has(host, 'CNAME')) problems.push(`${host} is an alias, but must be a host with an address`)
    else if (type === 'NS' && isBelow(host, owner) && !zone.has(host, 'A', 'AAAA'))
      problems.push(`${host} is below the delegation and has no address here, so resolvers cannot find it`)
  }
  if (isSpf(set)) problems.push('the name has more than one SPF policy, which receivers treat as none')
  if ((type === 'TLSA' || type === 'SRV') && !/^(?:\*|_[^.]+)\._[^.]+\./.test(`${owner}.`))
    problems.push(
      `its name has no ${type === 'TLSA' ? '_port._protocol' : '_service._protocol'} in front, so clients do not look for it`,
    )
  if (
    (type === 'HTTPS' || type === 'SVCB') &&
    rdatas.length > 1 &&
    rdatas.some((rdata) => readRdata(type === 'HTTPS' ? https : svcb, rdata).priority === 0)
  )
    problems.push('a record in AliasMode makes clients ignore the others at the name')
  return problems
}

/** Host names in MX, NS and SRV records; they must not be aliases (RFC 2181 10.3, RFC 2782). */
function targetsOf({ type, rdatas }: RRset): string[] {
  if (type === 'MX') return rdatas.map((rdata) => readRdata(mx, rdata).exchange)
  if (type === 'NS') return rdatas.map((rdata) => readRdata(ns, rdata).host)
  if (type === 'SRV') return rdatas.map((rdata) => readRdata(srv, rdata).target)
  return []
}

function isBelow(host: string, owner: string): boolean {
  return host === owner || host.endsWith(`.${owner}`)
}

/** Whether a set has two SPF policies, which is a permanent error (RFC 7208 section 4.5). */
function isSpf({ type, rdatas }: RRset): boolean {
  if (type !== 'TXT' || rdatas.length < 2) return false
  const policies = rdatas.filter((rdata) =>
    /^v=spf1( |$)/i.test(Buffer.concat([...readRdata(txt, rdata).text]).toString('latin1')),
  )
  return policies.length > 1
}

import { MAX_NAME_CHARACTERS } from '@nameyard/names/domain-name'
import { ancestorsOf, isSubdomainOf, isWithin } from '@nameyard/names/relation'
import { Rcode, type Answer } from '@nameyard/zone/message'
import { readRdata, writeRdata } from '@nameyard/zone/record-type'
import { cname } from '@nameyard/zone/record/cname'
import { dname } from '@nameyard/zone/record/dname'
import { https } from '@nameyard/zone/record/https'
import { mx } from '@nameyard/zone/record/mx'
import { ns } from '@nameyard/zone/record/ns'
import { soa } from '@nameyard/zone/record/soa'
import { srv } from '@nameyard/zone/record/srv'
import { svcb } from '@nameyard/zone/record/svcb'
import type { RRset } from '@nameyard/zone/rrset'
import { typeOfCode } from '@nameyard/zone/wire-record'
import type { Node, ServedZone } from './served-zone'

/** QTYPE "any" (RFC 1035 3.2.3). */
export const ANY = 255

/** An answer that may continue in another zone. */
export interface ZoneAnswer extends Answer {
  /** The target of the last alias, when it is outside the zone. */
  readonly onward?: string
}

/**
 * Answers a query from one zone: the algorithm of RFC 1034 section 4.3.2, from step 3. `name` is within the zone. Follows
 * aliases within the zone. `before` has the aliases of other zones that led here.
 */
export function answerFrom(
  zone: ServedZone,
  name: string,
  typeCode: number,
  before: readonly RRset[] = [],
): ZoneAnswer {
  const type = typeOfCode(typeCode)?.name
  const chain: RRset[] = [...before]
  const seen = new Set(before.map(({ owner }) => owner))
  let at = name
  for (;;) {
    seen.add(at)
    const cut = cutAbove(zone, at, type)
    if (cut !== undefined) return referral(zone, cut, chain)
    const redirection = redirectionAbove(zone, at)
    if (redirection) {
      const target = substituted(at, redirection)
      chain.push(redirection)
      if (target.length > MAX_NAME_CHARACTERS) return { ...authoritative(chain), rcode: Rcode.nameTooLong }
      chain.push({ owner: at, type: cname.name, ttl: redirection.ttl, rdatas: [writeRdata(cname, { target })] })
      if (seen.has(target)) return authoritative(chain)
      if (!isWithin(target, zone.apex)) return { ...authoritative(chain), onward: target }
      at = target
      continue
    }
    const node = nodeAt(zone, at)
    if (node === undefined) {
      // For a query of type CNAME, the alias itself is the answer.
      const isAnswered = chain.length > 0 && (typeCode === ANY || type === cname.name)
      return isAnswered ? authoritative(chain) : negative(zone, Rcode.nameError, chain)
    }
    const alias = node.get(cname.name)
    const found = wantedOf(node, type, typeCode)
    if (found.length > 0) {
      const owned = found.map((set) => ownedBy(set, at))
      return { ...authoritative([...chain, ...owned]), additional: addressesFor(zone, owned) }
    }
    const target = alias?.rdatas[0] && readRdata(cname, alias.rdatas[0]).target
    if (alias === undefined || target === undefined) return negative(zone, Rcode.noError, chain)
    chain.push(ownedBy(alias, at))
    if (seen.has(target)) return authoritative(chain)
    if (!isWithin(target, zone.apex)) return { ...authoritative(chain), onward: target }
    at = target
  }
}

/** The RRsets at a name that answer a query; for "any" all of them, unless there is an alias to follow. */
function wantedOf(node: Node, type: string | undefined, typeCode: number): RRset[] {
  if (typeCode === ANY) return node.has(cname.name) ? [] : [...node.values()]
  const found = type === undefined ? undefined : node.get(type)
  return found === undefined ? [] : [found]
}

/** Host names in RDATA whose addresses the client will need next (RFC 1035 3.3, RFC 2782, RFC 9460 4.1). */
const hostsIn: Readonly<Record<string, (rdata: Buffer) => string>> = {
  [mx.name]: (rdata) => readRdata(mx, rdata).exchange,
  [ns.name]: (rdata) => readRdata(ns, rdata).host,
  [srv.name]: (rdata) => readRdata(srv, rdata).target,
  [svcb.name]: (rdata) => readRdata(svcb, rdata).target,
  [https.name]: (rdata) => readRdata(https, rdata).target,
}

/** The addresses of hosts in an answer that the zone has, without those that the answer has already. */
function addressesFor(zone: ServedZone, answer: readonly RRset[]): RRset[] {
  const hosts = new Set(answer.flatMap(({ type, rdatas }) => (hostsIn[type] ? rdatas.map(hostsIn[type]) : [])))
  return [...hosts].flatMap((host) => addressesOf(zone, host)).filter((set) => !answer.includes(set))
}

/** The addresses of a host in the zone. */
function addressesOf(zone: ServedZone, host: string): RRset[] {
  const node = isWithin(host, zone.apex) ? zone.nodes.get(host) : undefined
  return ['A', 'AAAA'].flatMap((type) => node?.get(type) ?? [])
}

/** The uppermost delegation at or above a name. The parent zone answers queries for DS (RFC 4035 3.1.4.1). */
function cutAbove(zone: ServedZone, name: string, type: string | undefined): string | undefined {
  if (zone.cuts.size === 0) return undefined
  const above = ancestorsOf(name).filter((ancestor) => isSubdomainOf(ancestor, zone.apex))
  const uppermost = above.findLast((ancestor) => zone.cuts.has(ancestor))
  if (uppermost !== undefined) return uppermost
  return zone.cuts.has(name) && type !== 'DS' ? name : undefined
}

/** The uppermost DNAME above a name: it replaces everything below it (RFC 6672 section 3.2). */
function redirectionAbove(zone: ServedZone, name: string): RRset | undefined {
  if (zone.redirections.size === 0) return undefined
  const above = ancestorsOf(name).findLast((ancestor) => zone.redirections.has(ancestor))
  return above === undefined ? undefined : zone.nodes.get(above)?.get(dname.name)
}

/** The name with the owner of the DNAME replaced by its target (RFC 6672 section 2.2). */
function substituted(name: string, redirection: RRset): string {
  const { target } = readRdata(dname, redirection.rdatas[0]!)
  const kept = name.slice(0, -redirection.owner.length - 1)
  return target === '.' || target === '' ? kept : `${kept}.${target}`
}

/** The RRsets at a name, or those of a wildcard (RFC 4592 section 3.3.1). */
function nodeAt(zone: ServedZone, name: string): Node | undefined {
  const node = zone.nodes.get(name)
  if (node !== undefined) return node
  const closestEncloser = ancestorsOf(name).find((ancestor) => zone.nodes.has(ancestor))
  return closestEncloser === undefined ? undefined : zone.nodes.get(`*.${closestEncloser}`)
}

function ownedBy(set: RRset, owner: string): RRset {
  return set.owner === owner ? set : { ...set, owner }
}

/** An authoritative answer without additional records. */
export function authoritative(answer: readonly RRset[]): Answer {
  return { rcode: Rcode.noError, authoritative: true, answer, authority: [], additional: [] }
}

/** NXDOMAIN or no data, with the SOA, whose minimum is the negative TTL (RFC 2308 section 3). */
function negative(zone: ServedZone, rcode: number, chain: readonly RRset[]): Answer {
  const start = zone.nodes.get(zone.apex)?.get(soa.name)
  const authority = start?.rdatas[0]
    ? [{ ...start, ttl: Math.min(start.ttl, readRdata(soa, start.rdatas[0]).minimum) }]
    : []
  return { rcode, authoritative: true, answer: chain, authority, additional: [] }
}

/**
 * A referral. The addresses of hosts below the delegation are available here only; those of other hosts can be queried
 * (RFC 9471 section 3).
 */
function referral(zone: ServedZone, cut: string, chain: readonly RRset[]): Answer {
  const delegation = zone.nodes.get(cut)?.get(ns.name)
  const hosts = delegation?.rdatas.map((rdata) => readRdata(ns, rdata).host) ?? []
  const inDomain = hosts.filter((host) => isWithin(host, cut))
  const others = hosts.filter((host) => !isWithin(host, cut))
  return {
    rcode: Rcode.noError,
    authoritative: chain.length > 0,
    answer: chain,
    authority: delegation ? [delegation] : [],
    glue: inDomain.flatMap((host) => addressesOf(zone, host)),
    additional: others.flatMap((host) => addressesOf(zone, host)),
  }
}

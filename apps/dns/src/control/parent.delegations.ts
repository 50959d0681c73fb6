import { Resolver } from 'node:dns/promises'
import type { Egress } from '@nameyard/egress/egress'
import { canonicalAddress } from '@nameyard/names/ip-address'
import { isSubdomainOf, isWithin } from '@nameyard/names/relation'
import { a } from '@nameyard/zone/record/a'
import { ns } from '@nameyard/zone/record/ns'
import { txt } from '@nameyard/zone/record/txt'
import { parseServer, queryOver, type DnsAnswer } from '../verification/dns-question'
import { DelegationUnknown, type Delegations } from './delegations'
import type { ZoneCut } from './model/zone-cut'

/** A name has at most 127 labels, and no real one has more zone cuts than this. */
const MOST_CUTS = 12
/** Servers of one zone that are asked at most. */
const MOST_SERVERS = 4
const NXDOMAIN = 3

/** A question, and whether an answer counts. */
interface Question {
  readonly name: string
  readonly type: number
  readonly isFrom: (answer: DnsAnswer) => boolean
}

/** How to reach name servers. */
export interface Reach {
  /** `address:port` of the servers of the root zone. */
  readonly roots: readonly string[]
  /** Port of all other servers. */
  readonly port: number
  readonly timeoutMs: number
  /** The way to all servers: zones decide which addresses they have. */
  readonly egress: Egress
}

/** A server that is asked. */
interface Server {
  readonly host: string
  readonly port: number
  /** Whether it is a root server, whose address is a setting. */
  readonly isOperators: boolean
}

/**
 * Walks from the root zone down, as resolvers do. Asks the servers of each parent zone without recursion and takes the
 * delegation from their referral (RFC 9499 section 7): what a zone says about itself is never asked.
 */
export class ParentDelegations implements Delegations {
  private readonly reach: Reach

  constructor(reach: Omit<Reach, 'port'> & Partial<Reach>) {
    this.reach = { port: 53, ...reach }
  }

  async cuts(name: string): Promise<readonly ZoneCut[]> {
    const cuts: ZoneCut[] = []
    let servers: readonly Server[] = this.reach.roots.map((root) => ({ ...parseServer(root), isOperators: true }))
    while (cuts.length < MOST_CUTS) {
      const answer = await this.ask(servers, { name, type: ns.code, isFrom: () => true })
      const cut = referralOf(answer, name, cuts.at(-1)?.zone)
      if (!cut) return cuts
      cuts.push(cut)
      if (cut.zone === name) return cuts
      servers = await this.serversOf(cut, answer)
    }
    throw new DelegationUnknown(`${name} has more than ${MOST_CUTS} zone cuts`)
  }

  async addresses(hosts: readonly string[]): Promise<readonly string[]> {
    const found = await Promise.all(hosts.flatMap((host) => [this.resolve(host, 'A'), this.resolve(host, 'AAAA')]))
    return found.flat().map((address) => canonicalAddress(address) ?? address)
  }

  async texts(name: string, addresses: readonly string[]): Promise<readonly string[]> {
    const servers = this.reachable(addresses)
    const isFrom = ({ isAuthoritative }: DnsAnswer) => isAuthoritative
    const { answers } = await this.ask(servers, { name, type: txt.code, isFrom })
    return answers.flatMap(({ owner, type, rdata }) => (owner === name && type === txt.code ? textOf(rdata) : []))
  }

  /** The answer of the first server that has one. */
  private async ask(servers: readonly Server[], { name, type, isFrom }: Question): Promise<DnsAnswer> {
    let problem = 'it has no server that can be asked'
    for (const { host, port, isOperators } of servers.slice(0, MOST_SERVERS)) {
      try {
        const { timeoutMs } = this.reach
        const socket = await this.reach.egress.connect(host, port, { timeoutMs, isOperators })
        const answer = await queryOver(socket, name, type, timeoutMs)
        if ((answer.rcode === 0 || answer.rcode === NXDOMAIN) && isFrom(answer)) return answer
        problem = `${host} answers with the code ${answer.rcode}`
      } catch (error) {
        problem = `${host}: ${(error as Error).message}`
      }
    }
    throw new DelegationUnknown(`no name server answers for ${name}: ${problem}`)
  }

  /** The servers of a zone: by the addresses that its parent zone sent along, or looked up. */
  private async serversOf({ zone, nameservers }: ZoneCut, { additionals }: DnsAnswer): Promise<readonly Server[]> {
    const glue = additionals.flatMap(({ owner, type, rdata }) =>
      type === a.code && rdata.length === 4 && nameservers.includes(owner) ? [[...rdata].join('.')] : [],
    )
    const addresses = glue.length > 0 ? glue : await this.addresses(nameservers.slice(0, MOST_SERVERS))
    const servers = this.reachable(addresses)
    if (servers.length === 0) throw new DelegationUnknown(`the name servers of ${zone} have no public address`)
    return servers
  }

  /** The servers at some addresses, as far as they may be asked. */
  private reachable(addresses: readonly string[]): readonly Server[] {
    const { egress, port } = this.reach
    return addresses.filter((address) => egress.reaches(address)).map((host) => ({ host, port, isOperators: false }))
  }

  private async resolve(host: string, type: 'A' | 'AAAA'): Promise<readonly string[]> {
    const resolver = new Resolver({ timeout: this.reach.timeoutMs, tries: 2 })
    try {
      return type === 'A' ? await resolver.resolve4(host) : await resolver.resolve6(host)
    } catch (error) {
      const { code = '', message } = error as NodeJS.ErrnoException
      if (code === 'ENOTFOUND' || code === 'ENODATA') return []
      throw new DelegationUnknown(`the address of ${host} cannot be looked up: ${message}`)
    }
  }
}

/** The strings of a TXT record, joined (RFC 7208 section 3.3). */
function textOf(rdata: Buffer): string {
  const strings: Buffer[] = []
  for (let at = 0; at < rdata.length; at += 1 + rdata[at]!) strings.push(rdata.subarray(at + 1, at + 1 + rdata[at]!))
  return Buffer.concat(strings).toString('utf8')
}

/** The delegation in a referral: NS records below the zone that was asked, and at or above the name. */
function referralOf(answer: DnsAnswer, name: string, asked: string | undefined): ZoneCut | undefined {
  if (answer.isAuthoritative || answer.answers.length > 0) return undefined
  const records = answer.authorities.filter(
    ({ host, owner }) =>
      host !== undefined &&
      owner !== '' &&
      isWithin(name, owner) &&
      (asked === undefined || isSubdomainOf(owner, asked)),
  )
  const zone = records[0]?.owner
  if (zone === undefined) return undefined
  return { zone, nameservers: records.flatMap(({ host, owner }) => (owner === zone ? (host ?? []) : [])) }
}

import { isIP } from 'node:net'
import { parseCIDR, type IPv4, type IPv6 } from 'ipaddr.js'
import { plainAddress } from './public-address'

const HOST_NAME = /^(?=.{1,253}$)[a-z\d_]([a-z\d_-]{0,61}[a-z\d_])?(\.[a-z\d_]([a-z\d_-]{0,61}[a-z\d_])?)*$/
const NETWORK = /^[\da-f.:]+(\/\d{1,3})?$/

/** The exceptions of an operator: host names, addresses and networks that may be reached although they are not public. */
export class AllowList {
  private constructor(
    private readonly hosts: ReadonlySet<string>,
    private readonly networks: readonly [IPv4 | IPv6, number][],
  ) {}

  /** Reads names, addresses and CIDR networks, separated by commas. Returns undefined when an entry is none of these. */
  static parse(text: string): AllowList | undefined {
    const entries = text.toLowerCase().split(',')
    const given = entries.map((entry) => entry.trim()).filter((entry) => entry !== '')
    const networks = given.filter((entry) => NETWORK.test(entry) && isIP(entry.split('/', 1)[0]!) !== 0)
    const hosts = given.filter((entry) => !networks.includes(entry))
    // A name that ends in a number is a mistyped address: no host has one (RFC 3696 section 2).
    if (hosts.some((host) => !HOST_NAME.test(host) || /(^|\.)\d+$/.test(host))) return undefined
    try {
      return new AllowList(new Set(hosts), networks.map(networkOf))
    } catch {
      return undefined
    }
  }

  /** Whether the list has the host of a URL itself, by its name or by its address. */
  has(host: string): boolean {
    return this.hosts.has(host) || (isIP(host) !== 0 && this.covers(host))
  }

  /** Whether an address of the list, or one of its networks, contains an address. */
  covers(address: string): boolean {
    if (address.includes('%')) return false
    const plain = plainAddress(address)
    return this.networks.some(([network, prefix]) => network.kind() === plain.kind() && plain.match(network, prefix))
  }
}

function networkOf(text: string): [IPv4 | IPv6, number] {
  if (text.includes('/')) return parseCIDR(text)
  const address = plainAddress(text)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}

import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net'

/** An address, or a range of addresses in CIDR notation (RFC 4632, RFC 4291 section 2.3). */
export interface Network {
  readonly address: string
  /** Bits of the address that the range shares: 32 or 128 for one address. */
  readonly prefix: number
  readonly family: 'ipv4' | 'ipv6'
}

/** Reads an address or a CIDR range. Returns undefined when the text is neither, or names a zone (`fe80::1%eth0`). */
export function parseNetwork(text: string): Network | undefined {
  const [, address, given] = /^([\da-fA-F.:]+)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  if (address === undefined || isIP(address) === 0) return undefined
  const family = familyOf(address)
  const longest = family === 'ipv4' ? 32 : 128
  const prefix = Number(given ?? longest)
  return prefix <= longest ? { address, prefix, family } : undefined
}

/** Addresses and CIDR ranges in which addresses are looked up. */
export class NetworkList {
  private readonly list = new BlockList()

  constructor(networks: readonly Network[]) {
    for (const { address, prefix, family } of networks) this.list.addSubnet(address, prefix, family)
  }

  /** Reads a list of addresses and CIDR ranges. Returns undefined when one of them is neither. */
  static parse(texts: readonly string[]): NetworkList | undefined {
    const networks = texts.map(parseNetwork)
    return networks.every((network) => network !== undefined) ? new NetworkList(networks) : undefined
  }

  /** Whether the list covers an address. An IPv4-mapped IPv6 address counts as its IPv4 address. */
  has(address: string): boolean {
    return this.list.check(address, familyOf(address))
  }
}

const familyOf = (address: string) => (isIPv4(address) ? 'ipv4' : 'ipv6')

/** Networks that the public Internet does not route (RFC 6890): loopback, link-local, private, shared, multicast, reserved. */
const internal = NetworkList.parse([
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.168.0.0/16', '198.18.0.0/15', '224.0.0.0/3'],
  // Unspecified, loopback and the obsolete IPv4-compatible form.
  '::/96',
  ...['64:ff9b:1::/48', '100::/64', 'fc00::/7', 'fe80::/9', 'ff00::/8'],
])!

/** Forms of IPv6 that contain an IPv4 address: the group at which it begins. Mapped, translated (RFC 6052), 6to4. */
const embedding = [
  { form: NetworkList.parse(['::ffff:0:0/96'])!, group: 6 },
  { form: NetworkList.parse(['::ffff:0:0:0/96'])!, group: 6 },
  { form: NetworkList.parse(['64:ff9b::/96'])!, group: 6 },
  { form: NetworkList.parse(['2002::/16'])!, group: 1 },
]

/** An IP address in its one canonical spelling, IPv4-mapped ones as IPv4. Returns undefined when the text is none. */
export function canonicalAddress(text: string): string | undefined {
  if (isIP(text) === 0 || text.includes('%')) return undefined
  if (!isIPv6(text)) return text
  const groups = groupsOf(text)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  return isMapped ? dotted(groups, 6) : canonicalIPv6(text)
}

/**
 * The network of a client, for counting: an IPv4 address, or the /64 of an IPv6 address, because every subscriber has at
 * least a /64 and chooses addresses in it (RFC 6177, RFC 4941). An IPv4-mapped address counts as its IPv4 address
 * (RFC 4291 section 2.5.5.2), an address with a zone (`fe80::1%eth0`) as the address without it. Texts that are no address
 * share the network of the unspecified address.
 */
export function clientNetwork(address: string | undefined): string {
  const known = canonicalAddress((address ?? '').split('%', 1)[0]!) ?? '::'
  if (isIPv4(known)) return known
  const network = groupsOf(known).slice(0, 4)
  return `${network.map((group) => group.toString(16)).join(':')}::/64`
}

/** Whether an address belongs to a network that the public Internet does not route, in any form of IPv6 either. */
export function isInternalAddress(address: string): boolean {
  if (internal.has(address)) return true
  if (isIPv4(address)) return false
  return embedding.some(({ form, group }) => form.has(address) && internal.has(dotted(groupsOf(address), group)))
}

/** The eight groups of an IPv6 address. */
export function groupsOf(address: string): number[] {
  const [before = '', after] = canonicalIPv6(address).split('::')
  const numbers = (part: string) => (part === '' ? [] : part.split(':').map((group) => parseInt(group, 16)))
  if (after === undefined) return numbers(before)
  const [head, tail] = [numbers(before), numbers(after)]
  return [...head, ...Array.from({ length: 8 - head.length - tail.length }, () => 0), ...tail]
}

const canonicalIPv6 = (address: string) => new URL(`http://[${address}]`).hostname.slice(1, -1)

function dotted(groups: readonly number[], at: number): string {
  const [high = 0, low = 0] = groups.slice(at, at + 2)
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

import { BlockList, isIP, isIPv6 } from 'node:net'

/**
 * Networks in which no name server of a customer is, and some of ours may be (RFC 6890): loopback, link-local, private,
 * shared, multicast and reserved addresses. A transfer from there would publish what only the platform can reach.
 */
const inside = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  inside.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of [
  // Unspecified, loopback and the obsolete IPv4-compatible form.
  ['::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['fc00::', 7],
  ['fe80::', 9],
  ['ff00::', 8],
] as const)
  inside.addSubnet(network, prefix, 'ipv6')

/** Forms of IPv6 that hold an IPv4 address, by the group at which it begins: mapped, translated (RFC 6052), 6to4. */
const embedding: readonly (readonly [network: string, prefix: number, group: number])[] = [
  ['::ffff:0:0', 96, 6],
  ['::ffff:0:0:0', 96, 6],
  ['64:ff9b::', 96, 6],
  ['2002::', 16, 1],
]

/** An IP address in the one spelling by which addresses are compared; undefined where the text is none. */
export function canonicalAddress(text: string): string | undefined {
  if (isIP(text) === 0 || text.includes('%')) return undefined
  if (!isIPv6(text)) return text
  const groups = groupsOf(text)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  return isMapped ? dotted(groups, 6) : new URL(`http://[${text}]`).hostname.slice(1, -1)
}

/** Whether a canonical address belongs to a network that is not the public Internet, in whatever form. */
export function isInside(address: string): boolean {
  if (!isIPv6(address)) return inside.check(address, 'ipv4')
  if (inside.check(address, 'ipv6')) return true
  return embedding.some(([network, prefix, group]) => {
    const list = new BlockList()
    list.addSubnet(network, prefix, 'ipv6')
    return list.check(address, 'ipv6') && inside.check(dotted(groupsOf(address), group), 'ipv4')
  })
}

/** Reads addresses and CIDR ranges; undefined where one of them is neither. */
export function networksOf(texts: readonly string[]): BlockList | undefined {
  const list = new BlockList()
  for (const text of texts) {
    const [address = '', prefix, ...more] = text.split('/')
    const bits = isIPv6(address) ? 128 : 32
    const length = prefix === undefined ? bits : Number(prefix)
    if (isIP(address) === 0 || more.length > 0 || !/^\d+$/.test(prefix ?? '0') || length > bits) return undefined
    list.addSubnet(address, length, isIPv6(address) ? 'ipv6' : 'ipv4')
  }
  return list
}

/** The eight numbers of an IPv6 address. */
function groupsOf(address: string): number[] {
  const full = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [before = '', after] = full.split('::')
  const numbers = (part: string) => (part === '' ? [] : part.split(':').map((group) => parseInt(group, 16)))
  if (after === undefined) return numbers(before)
  const [head, tail] = [numbers(before), numbers(after)]
  return [...head, ...Array.from({ length: 8 - head.length - tail.length }, () => 0), ...tail]
}

function dotted(groups: readonly number[], at: number): string {
  const [high = 0, low = 0] = groups.slice(at, at + 2)
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

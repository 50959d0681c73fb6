import { isIP, isIPv4 } from 'node:net'

/**
 * The address or CIDR range a token is to be bound to: `null` for any (nothing, or the unspecified IPv4 address that
 * clients send by habit), `undefined` when the text is neither.
 */
export function boundAddress(given: string | undefined): string | null | undefined {
  const text = (given ?? '').trim()
  if (text === '' || text === '0.0.0.0') return null
  const [, address, prefix] = /^([\da-fA-F.:]+)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  if (address === undefined || isIP(address) === 0) return undefined
  return prefix === undefined || Number(prefix) <= (isIPv4(address) ? 32 : 128) ? text : undefined
}

/** Stands for an address that is none: no list and no token names it, and PostgreSQL can read it. */
const NOWHERE = '::'

/** The address of a client in the form PostgreSQL reads: without the zone of a link-local one. */
export function clientAddress(address: string | undefined): string {
  return address === undefined || isIP(address) === 0 ? NOWHERE : address.split('%', 1)[0]!
}

/**
 * Where a client is at home, for counting what comes from there: an IPv4 address, or the /64 of an IPv6 one, of which
 * every subscriber has at least one (RFC 6177). An IPv4 client on an IPv6 socket is the IPv4 client (RFC 4291 section
 * 2.5.5.2).
 */
export function clientNetwork(address: string | undefined): string {
  const known = clientAddress(address)
  if (isIPv4(known)) return known
  const groups = groupsOf(known)
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) {
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 0xff])
      .join('.')
  }
  const network = groups.slice(0, 4).map((group) => group.toString(16))
  return `${network.join(':')}::/64`
}

/** The eight groups of an IPv6 address; a dotted end counts as two of them. */
function groupsOf(address: string): number[] {
  const [before = [], after = []] = address.split('::').map(read)
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => 0), ...after]
}

function read(part: string): number[] {
  if (part === '') return []
  return part.split(':').flatMap((group) => {
    if (!group.includes('.')) return [parseInt(group, 16)]
    const [a, b, c, d] = group.split('.').map(Number)
    return [(a! << 8) | b!, (c! << 8) | d!]
  })
}

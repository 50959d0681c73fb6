import { parse, type IPv4, type IPv6 } from 'ipaddr.js'

/** The unicast addresses that are given to networks of the Internet (IANA IPv6 Global Unicast Address Assignments). */
const GLOBAL_UNICAST = [parse('2000::') as IPv6, 3] as const

/** Octets at which an IPv4 address begins in forms of IPv6, by their range: RFC 4291 2.5.5.2, RFC 6052 2.1, RFC 3056 2. */
const EMBEDDED: Readonly<Record<string, number>> = { ipv4Mapped: 12, rfc6052: 12, '6to4': 2 }

/** The range of RFC 6052 that networks use for themselves: where its IPv4 address is, only they know (RFC 8215). */
const LOCAL_TRANSLATION = [parse('64:ff9b:1::') as IPv6, 48] as const

/**
 * Whether an address belongs to the public Internet. Not public are, by the registries of special addresses (RFC 6890):
 * loopback, private, link-local with the addresses of cloud metadata, shared, unique local, multicast, documentation,
 * benchmarks, reserved. An IPv6 form that contains an IPv4 address is as public as that one; Teredo is not public.
 */
export function isPublicAddress(address: string): boolean {
  if (address.includes('%')) return false
  const parsed = parse(address)
  const range = parsed.range()
  if (parsed.kind() === 'ipv4') return range === 'unicast'
  const six = parsed as IPv6
  const at = EMBEDDED[range]
  if (at === undefined) return range === 'unicast' && six.match(...GLOBAL_UNICAST)
  return (
    !six.match(...LOCAL_TRANSLATION) &&
    isPublicAddress(
      six
        .toByteArray()
        .slice(at, at + 4)
        .join('.'),
    )
  )
}

/** Reads an address, an IPv4-mapped one (RFC 4291 section 2.5.5.2) as its IPv4 address. */
export function plainAddress(address: string): IPv4 | IPv6 {
  const parsed = parse(address)
  if (parsed.kind() === 'ipv4') return parsed
  const six = parsed as IPv6
  return six.isIPv4MappedAddress() ? six.toIPv4Address() : six
}

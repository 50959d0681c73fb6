import { BlockList, isIP, isIPv4 } from 'node:net'

/** Whether an address is that of a trusted proxy. */
export type IsTrusted = (address: string) => boolean

/**
 * Reads a list of addresses and CIDR ranges; `undefined` if one of them is neither. Also matches
 * IPv4-mapped IPv6 addresses.
 */
export function trustedProxies(ranges: readonly string[]): IsTrusted | undefined {
  const list = new BlockList()
  for (const range of ranges) {
    const [, address, prefix] = /^([\da-fA-F.:]+)(?:\/(\d{1,3}))?$/.exec(range) ?? []
    if (address === undefined || isIP(address) === 0) return undefined
    const family = isIPv4(address) ? 'ipv4' : 'ipv6'
    const longest = family === 'ipv4' ? 32 : 128
    if (Number(prefix ?? longest) > longest) return undefined
    list.addSubnet(address, Number(prefix ?? longest), family)
  }
  return (given) => {
    const address = withoutPort(given)
    return isIP(address) !== 0 && list.check(address, isIPv4(address) ? 'ipv4' : 'ipv6')
  }
}

/** Removes the port, which some proxies add, and the brackets around IPv6 addresses (RFC 7239 section 6). */
export function withoutPort(given: string): string {
  return /^\[([\da-f:.]+)\](?::\d+)?$/i.exec(given)?.[1] ?? /^(\d+(?:\.\d+){3}):\d+$/.exec(given)?.[1] ?? given
}

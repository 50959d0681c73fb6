import { isIP, isIPv4 } from 'node:net'

/** Returns whether a text is an IPv4 or IPv6 address or a CIDR range (RFC 4632, RFC 4291 section 2.3). */
export function isAddressRange(text: string): boolean {
  const [, address, prefix] = /^([\da-fA-F.:]+)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  if (address === undefined || isIP(address) === 0) return false
  return prefix === undefined || Number(prefix) <= (isIPv4(address) ? 32 : 128)
}

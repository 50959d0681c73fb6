import { isIPv4, isIPv6 } from 'node:net'

/** The `ip` attribute of a host address (RFC 5732 section 2.5). */
export type IpVersion = 'v4' | 'v6'

/** Whether the text is an address of that version, without zone index or prefix length. */
export function isAddress(text: string, version: IpVersion): boolean {
  return version === 'v4' ? isIPv4(text) : isIPv6(text) && !text.includes('%')
}

export function ipVersion(address: string): IpVersion {
  return isIPv4(address) ? 'v4' : 'v6'
}

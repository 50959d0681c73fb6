/** The canonical form of an IP address (RFC 5952 for IPv6): registries use different forms. */
export function canonicalAddress(address: string): string {
  return address.includes(':') ? new URL(`http://[${address}]`).hostname : address
}

export function isSameAddress(one: string, other: string): boolean {
  return canonicalAddress(one) === canonicalAddress(other)
}

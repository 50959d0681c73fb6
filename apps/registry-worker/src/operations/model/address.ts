/** One spelling of an IP address (RFC 5952 for IPv6), since registries write them in theirs. */
export function canonicalAddress(address: string): string {
  return address.includes(':') ? new URL(`http://[${address}]`).hostname : address
}

export function isSameAddress(one: string, other: string): boolean {
  return canonicalAddress(one) === canonicalAddress(other)
}

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
  if (prefix === undefined) return unmapped(address)
  return Number(prefix) <= (isIPv4(address) ? 32 : 128) ? text : undefined
}

/** An IPv4 client on an IPv6 socket is the IPv4 client (RFC 4291 section 2.5.5.2). */
export function unmapped(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  return mapped !== undefined && isIPv4(mapped) ? mapped : address
}

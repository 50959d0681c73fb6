import { isIP, isIPv4 } from 'node:net'

/**
 * Returns the address or CIDR range to which a token is bound: `null` for any (an empty text, or `0.0.0.0`, which clients
 * send by habit), `undefined` when the text is invalid.
 */
export function boundAddress(given: string | undefined): string | null | undefined {
  const text = (given ?? '').trim()
  if (text === '' || text === '0.0.0.0') return null
  const [, address, prefix] = /^([\da-fA-F.:]+)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  if (address === undefined || isIP(address) === 0) return undefined
  return prefix === undefined || Number(prefix) <= (isIPv4(address) ? 32 : 128) ? text : undefined
}

/** Stands for a missing address. No list and no token contains it, and it is valid for PostgreSQL. */
const NOWHERE = '::'

/** Returns the address of a client for PostgreSQL, without the zone of a link-local address. */
export function clientAddress(address: string | undefined): string {
  return address === undefined || isIP(address) === 0 ? NOWHERE : address.split('%', 1)[0]!
}

import { isIP } from 'node:net'
import type { AllowList } from './allow-list'
import { EgressRefused } from './egress-error'
import { isPublicAddress } from './public-address'

const MOST_CHARACTERS = 2_048
const LOWEST_FREE_PORT = 1_024
const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 }

/** Names that lead to this machine or network only: RFC 6761, 6762, 7686, 8375, and the reserved `internal` of ICANN. */
const INTERNAL_NAME = /(^|\.)(localhost|local|localdomain|internal|home\.arpa|onion)$/

/** Where a request goes: a checked URL. */
export interface Destination {
  readonly url: URL
  /** Name in lower case and A-labels without final dot, or address without brackets. */
  readonly host: string
  readonly port: number
  readonly isTls: boolean
}

/**
 * Reads a URL that a customer gave. Throws EgressRefused when no request can ever be sent to it. `acceptsAnyServer`: as in
 * a request.
 */
export function destinationOf(
  text: string,
  allow: AllowList,
  { acceptsAnyServer = false }: { readonly acceptsAnyServer?: boolean } = {},
): Destination {
  if (text.length > MOST_CHARACTERS) throw new EgressRefused(`the URL has more than ${MOST_CHARACTERS} characters`)
  const url = URL.canParse(text) ? new URL(text) : undefined
  const standard = url && DEFAULT_PORTS[url.protocol]
  if (!url || standard === undefined) throw new EgressRefused('it must be a URL that begins with https://')
  if (url.username !== '' || url.password !== '') throw new EgressRefused('the URL must not contain a user or password')
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  const isTls = url.protocol === 'https:'
  const port = url.port === '' ? standard : Number(url.port)
  if (!allow.has(host)) {
    refuseInternal(host)
    if (!isTls && !acceptsAnyServer) throw new EgressRefused('the URL must begin with https://')
    if (port < LOWEST_FREE_PORT && port !== standard) {
      throw new EgressRefused(`the port must be ${standard}, or ${LOWEST_FREE_PORT} or higher`)
    }
  }
  return { url, host, port, isTls }
}

/** Throws EgressRefused when a host can never be a public one. */
function refuseInternal(host: string): void {
  if (isIP(host) !== 0 ? isPublicAddress(host) : host.includes('.') && !INTERNAL_NAME.test(host)) return
  throw new EgressRefused(`${host} is not a host of the public Internet`)
}

/** Whether an address is public, or covered by the list. */
export function reaches(address: string, allow: AllowList): boolean {
  return isIP(address) !== 0 && (isPublicAddress(address) || allow.covers(address))
}

/** Throws EgressRefused unless all addresses of a host may be reached. */
export function refuseNotPublic({ host }: Destination, addresses: readonly string[], allow: AllowList): void {
  if (allow.has(host)) return
  // A host with both kinds of addresses is refused: the customer would find only some deliveries missing.
  if (addresses.every((address) => reaches(address, allow))) return
  throw new EgressRefused(`${host} has an address that does not belong to the public Internet`)
}

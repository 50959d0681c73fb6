import type { IncomingMessage } from 'node:http'
import { Refusal } from '@nameyard/contracts/errors'

/** A host name, an IPv4 address, or an IPv6 address in brackets; then perhaps a port. */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{0,5})?$/i

/**
 * The refusal of a request whose Host header is missing, given more than once or no host: proxies and servers would not
 * agree for which host the request is (RFC 9112 section 3.2). HTTP/1.0 needs no Host. Node shows only the first of several
 * headers, so this counts the raw lines.
 */
export function hostRefusal({ rawHeaders, httpVersion }: IncomingMessage): Refusal | undefined {
  let host: string | undefined
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!
    if (name.length !== 4 || name.toLowerCase() !== 'host') continue
    if (host !== undefined) return refusal('the header is given more than once')
    host = rawHeaders[at + 1]!
  }
  if (host === undefined) return httpVersion === '1.0' ? undefined : refusal('the header is missing')
  return HOST.test(host) ? undefined : refusal('the header is not a host name')
}

const refusal = (problem: string) => new Refusal('invalid_input', { field: 'Host', problem })

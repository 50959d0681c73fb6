import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { connect, isIP, isIPv6, type Socket } from 'node:net'
import { addAbortSignal } from 'node:stream'
import { connect as connectTls, type SecureContext } from 'node:tls'
import { EgressFailed } from './egress-error'

/** How connections are made. */
export interface Route {
  /** `http://` URL of a proxy that all connections go through (CONNECT, RFC 9110 section 9.3.6). */
  readonly proxy?: string | undefined
  /** The certificates that are trusted. One for all connections: making it costs half a millisecond. */
  readonly secureContext: SecureContext
}

/** A host, and its addresses that were checked. */
export interface Checked {
  readonly host: string
  readonly addresses: readonly string[]
  readonly port: number
}

/** Addresses of a host that are tried. */
const MOST_ADDRESSES = 4

/**
 * Connects to one of the checked addresses, in turn; each gets an equal part of the time that is left. Throws EgressFailed.
 * The socket closes when the signal aborts.
 */
export async function open(
  { host, addresses, port }: Checked,
  { proxy }: Route,
  { signal, leftMs }: { readonly signal: AbortSignal; readonly leftMs: () => number },
): Promise<Socket> {
  const tried = addresses.slice(0, MOST_ADDRESSES)
  let cause: unknown
  for (const [index, address] of tried.entries()) {
    const patienceMs = Math.max(1, Math.ceil(leftMs() / (tried.length - index)))
    // Not AbortSignal.any over a timeout: Node 20 may collect that one as garbage before it fires.
    const attempt = new AbortController()
    const end = () => attempt.abort()
    const timer = setTimeout(end, patienceMs)
    signal.addEventListener('abort', end, { once: true })
    try {
      signal.throwIfAborted()
      const socket = await (proxy === undefined
        ? direct(address, port, attempt.signal)
        : through(proxy, address, port, attempt.signal))
      addAbortSignal(signal, socket)
      return socket
    } catch (error) {
      signal.throwIfAborted()
      cause = error
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
    }
  }
  throw new EgressFailed('unreachable', `no connection to ${host} is possible`, { cause })
}

async function direct(host: string, port: number, signal: AbortSignal): Promise<Socket> {
  const socket = quiet(connect({ host, port, noDelay: true }))
  try {
    await once(socket, 'connect', { signal })
    return socket
  } catch (error) {
    socket.destroy()
    throw error
  }
}

/** Asks the proxy for a connection to the address, not to the name: what the proxy would resolve was not checked. */
async function through(proxy: string, address: string, port: number, signal: AbortSignal): Promise<Socket> {
  const { hostname, port: proxyPort, username, password } = new URL(proxy)
  const target = `${isIPv6(address) ? `[${address}]` : address}:${port}`
  const credentials = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')
  const asked = request({
    method: 'CONNECT',
    host: hostname.replace(/^\[|\]$/g, ''),
    port: proxyPort || 80,
    path: target,
    headers: { host: target, ...(username !== '' && { 'proxy-authorization': `Basic ${credentials}` }) },
    agent: false,
  })
  try {
    asked.end()
    const connected = (await once(asked, 'connect', { signal })) as [IncomingMessage, Socket, Buffer]
    const [answer, socket, early] = connected
    quiet(socket)
    if (answer.statusCode !== 200) {
      socket.destroy()
      throw new Error(`the proxy answers with status ${answer.statusCode}`)
    }
    if (early.length > 0) socket.unshift(early)
    return socket
  } catch (error) {
    asked.on('error', () => undefined).destroy()
    throw error
  }
}

/** Begins TLS with a host. Its certificate must be valid for its name, unless any is accepted. Throws EgressFailed. */
export async function secure(
  socket: Socket,
  host: string,
  { secureContext, acceptsAnyServer = false }: Route & { readonly acceptsAnyServer?: boolean },
  signal: AbortSignal,
): Promise<Socket> {
  const tls = quiet(
    connectTls({
      socket,
      host,
      // RFC 6066 section 3: an address is no server name.
      servername: isIP(host) === 0 ? host : '',
      secureContext,
      rejectUnauthorized: !acceptsAnyServer,
      ALPNProtocols: ['http/1.1'],
    }),
  )
  addAbortSignal(signal, tls)
  try {
    await once(tls, 'secureConnect', { signal })
    return tls
  } catch (error) {
    tls.destroy()
    signal.throwIfAborted()
    const problem = faults[(error as NodeJS.ErrnoException).code ?? '']
    const reason =
      problem === undefined ? `no TLS connection to ${host} is possible` : `the certificate of ${host} ${problem}`
    throw new EgressFailed('untrusted', reason, { cause: error })
  }
}

/** What is wrong with a certificate, by the error code of Node. */
const faults: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'has expired',
  CERT_NOT_YET_VALID: 'is not valid yet',
  // An authority that was made anew under the same name.
  CERT_SIGNATURE_FAILURE: 'is not signed by the authority of this name that is trusted',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'is self-signed',
  ERR_TLS_CERT_ALTNAME_INVALID: 'is for another name',
  SELF_SIGNED_CERT_IN_CHAIN: 'is by an authority that is not trusted',
  UNABLE_TO_GET_ISSUER_CERT: 'is by an authority that is not trusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    'is by an authority that is not trusted, or comes without its intermediate certificate',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'is by an authority that is not trusted, or comes without its intermediate certificate',
}

/** A socket whose late errors end nothing but itself. */
function quiet<Some extends Socket>(socket: Some): Some {
  return socket.on('error', () => undefined)
}

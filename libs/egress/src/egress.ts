import { isIP, type Socket } from 'node:net'
import { createSecureContext } from 'node:tls'
import type { AllowList } from './allow-list'
import { open, secure, type Route } from './connection'
import { destinationOf, reaches, refuseNotPublic, type Destination } from './destination'
import { EgressFailed, EgressRefused } from './egress-error'
import { exchange, type EgressAnswer, type EgressRequest } from './exchange'
import { hostResolver, type HostResolver } from './resolver'

export type { EgressAnswer, EgressRequest } from './exchange'
export { EgressFailed, EgressRefused } from './egress-error'

/** Milliseconds for an answer of a resolver. */
const LOOKUP_MS = 2_000

interface EgressOptions extends Omit<Route, 'secureContext'> {
  readonly allow: AllowList
  /** Certificates in PEM that are trusted. Default: those of Node. */
  readonly authorities?: string | undefined
  readonly resolver?: HostResolver | undefined
}

interface ConnectOptions {
  /** Milliseconds for the connection. */
  readonly timeoutMs: number
  /** Whether a setting of the operator names the address: it need not be public then. */
  readonly isOperators?: boolean
}

/**
 * The only way to an address that a customer or client names. It reaches hosts of the public Internet, and those that the
 * operator lists. Every connection looks the host up again, checks all its addresses, and goes to one of these.
 */
export class Egress {
  private readonly allow: AllowList
  private readonly resolver: HostResolver
  private readonly route: Route

  constructor({ allow, authorities, proxy, resolver = hostResolver({ timeoutMs: LOOKUP_MS }) }: EgressOptions) {
    this.allow = allow
    this.resolver = resolver
    this.route = { proxy, secureContext: createSecureContext(authorities === undefined ? {} : { ca: authorities }) }
  }

  /** Throws EgressRefused if no request can ever be sent to a URL. Asks nobody. */
  check(url: string): void {
    destinationOf(url, this.allow)
  }

  /**
   * Sends one request and returns the answer, whatever its status. Redirects are answers. Throws EgressRefused when the URL
   * or an address of its host may not be reached, and EgressFailed when there is no answer.
   */
  async send(url: string, request: EgressRequest): Promise<EgressAnswer> {
    const destination = destinationOf(url, this.allow, request)
    const { timeoutMs } = request
    const begun = performance.now()
    const ending = new AbortController()
    const late = new EgressFailed('timeout', `${destination.host} did not answer within ${timeoutMs / 1_000} s`)
    const timer = setTimeout(() => ending.abort(late), timeoutMs)
    const stop = () => ending.abort(new EgressFailed('stopped', 'the request was stopped'))
    if (request.signal?.aborted) stop()
    request.signal?.addEventListener('abort', stop, { once: true })
    try {
      const leftMs = () => timeoutMs - (performance.now() - begun)
      const answer = await this.exchange(destination, request, { signal: ending.signal, leftMs })
      return { ...answer, ms: Math.round(performance.now() - begun) }
    } catch (error) {
      // Whatever broke after the end broke because of it.
      ending.signal.throwIfAborted()
      throw error
    } finally {
      clearTimeout(timer)
      request.signal?.removeEventListener('abort', stop)
      // Closes what is still open: no connection outlives the check of its address.
      ending.abort()
    }
  }

  /** Whether an address may be reached. */
  reaches(address: string): boolean {
    return reaches(address, this.allow)
  }

  /**
   * Connects to an address for a protocol other than HTTP, such as DNS or SMTP. Throws EgressRefused when the address may
   * not be reached, and EgressFailed when there is no connection.
   */
  async connect(address: string, port: number, { timeoutMs, isOperators = false }: ConnectOptions): Promise<Socket> {
    if (!isOperators && !this.reaches(address)) {
      throw new EgressRefused(`${address} is not an address of the public Internet`)
    }
    const time = { signal: new AbortController().signal, leftMs: () => timeoutMs }
    return open({ host: address, addresses: [address], port }, this.route, time)
  }

  private async exchange(
    destination: Destination,
    request: EgressRequest,
    time: { readonly signal: AbortSignal; readonly leftMs: () => number },
  ): Promise<Omit<EgressAnswer, 'ms'>> {
    const { host, port, isTls } = destination
    const addresses = await unlessAborted(this.addressesOf(destination), time.signal)
    const socket = await open({ host, addresses, port }, this.route, time)
    const connection = isTls ? await secure(socket, host, { ...this.route, ...request }, time.signal) : socket
    return unlessAborted(exchange(connection, destination, request), time.signal)
  }

  private async addressesOf(destination: Destination): Promise<readonly string[]> {
    const { host } = destination
    if (isIP(host) !== 0) return [host]
    const addresses = await (this.allow.has(host) ? this.resolver.listed(host) : this.resolver.public(host)).catch(
      (cause: unknown) => {
        throw new EgressFailed('unresolved', `the address of ${host} cannot be looked up`, { cause })
      },
    )
    if (addresses.length === 0) throw new EgressFailed('unresolved', `${host} has no address`)
    refuseNotPublic(destination, addresses, this.allow)
    return addresses
  }
}

/** The result of a step that cannot be stopped, unless the signal aborts first. */
function unlessAborted<Result>(step: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason as Error)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    step.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

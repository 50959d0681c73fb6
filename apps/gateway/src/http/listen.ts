import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { fastify, type FastifyInstance } from 'fastify'
import { answerBrokenRequest, answerError, answerUnknownRoute } from './error-filter'
import { readBody } from './read-input'

export interface ListenOptions {
  readonly host: string
  readonly port: number
  /** PEM texts; a listener without them speaks plain HTTP to a proxy. */
  readonly tls?: { readonly cert: string | Buffer; readonly key: string | Buffer }
  /** Bytes of a body at most. */
  readonly bodyLimit: number
  /** Addresses and CIDR ranges of proxies whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[]
}

/** A listener that takes requests. */
export interface Listener {
  readonly port: number
  /** Takes no new connection, lets requests in hand finish. */
  close(): Promise<void>
}

/** Longer than any answer takes; a client that sends more slowly than this is not one. */
const REQUEST_TIMEOUT_MS = 30_000

/** Opens a listener with the routes that `mount` gives it; everything that goes wrong answers with the envelope. */
export async function listen(options: ListenOptions, mount: (http: FastifyInstance) => void): Promise<Listener> {
  const http = fastify({
    // Fastify's type knows `https` only in its own overload.
    ...(options.tls && ({ https: { ...options.tls, minVersion: 'TLSv1.2' } } as object)),
    logger: false,
    bodyLimit: options.bodyLimit,
    trustProxy: options.trustedProxies.length > 0 && [...options.trustedProxies],
    genReqId: () => randomUUID(),
    requestTimeout: REQUEST_TIMEOUT_MS,
    return503OnClosing: false,
    // Host names have at most 253 characters, and groups of nameservers are free text.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 1024 },
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: answerError,
  })
  http.removeAllContentTypeParsers()
  http.addContentTypeParser('*', { parseAs: 'buffer' }, async (_: unknown, body: Buffer) => readBody(body))
  // Clients name any media type or none for the JSON they send, so it says nothing and must refuse nothing.
  http.addHook('onRequest', ({ raw }, _, done) => {
    delete raw.headers['content-type']
    done()
  })
  http.setErrorHandler(answerError)
  http.setNotFoundHandler(answerUnknownRoute)
  mount(http)
  await http.listen({ host: options.host, port: options.port })
  return {
    port: (http.server.address() as AddressInfo).port,
    close: () => http.close(),
  }
}

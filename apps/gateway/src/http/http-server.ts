import { createServer as createPlainServer, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer, type Server as TlsServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { SlowRequest, SlowRequests } from '@nameyard/messaging/slow-requests'
import { traceIdOf } from '@nameyard/tracing/traceparent'
import { declareAccessFields, type AccessLog } from './access-log'
import { answerHeaders, type HeaderPolicy } from './answer-headers'
import { watchCertificate, type CertificateFiles, type SecureContext } from './certificate'
import { ConnectionLimit } from './connection-limit'
import { isPreflight, originHeaders, preflightHeaders, type Origins } from './cross-origin'
import { deprecateAlias } from './deprecation'
import type { EdgeMeter } from './edge-meter'
import { hostRefusal } from './host-header'
import { answerBrokenRequest, answerError, unknownRoute } from './refusal.filter'
import { requestId } from './request-id'
import { withoutPort, type IsTrusted } from './trusted-proxies'

declare module 'fastify' {
  interface FastifyRequest {
    /** The media type that the client named, in lower case and without parameters; '' for none. */
    namedType: string
  }
}

export interface HttpServerOptions extends HeaderPolicy {
  readonly host: string
  /** Port of the TLS listener with its certificate; absent behind a proxy that ends TLS. */
  readonly tls?: { readonly port: number; readonly files: CertificateFiles; readonly context: SecureContext }
  /** Port of the plain listener. */
  readonly plainPort?: number | undefined
  /** Milliseconds between two checks of the certificate's files, where the file system does not report a change. */
  readonly tlsReloadMs: number
  /** Proxies whose `X-Forwarded-For`, `X-Forwarded-Proto` and `X-Request-Id` are trusted. */
  readonly isTrusted: IsTrusted
  /** Origins whose pages may send requests. */
  readonly origins: Origins
  readonly meter: EdgeMeter
  /** Logs requests that take long. */
  readonly slow: SlowRequests
  /** Absent if requests are not logged. */
  readonly accessLog?: AccessLog | undefined
  /** Most open connections of one network. */
  connectionsPerAddress: number
  /** How a reseller tops up, for the refusal for too little credit; '' for nothing. */
  readonly topUpHint: string
}

/** Ports that were opened; with port 0 the operating system chooses. */
export interface Ports {
  readonly httpsPort?: number
  readonly httpPort?: number
}

/** Longer than any answer takes; the connection of a slower client is closed. */
const REQUEST_TIMEOUT_MS = 30_000

/** How long an idle connection stays open: Fastify's own value. */
const KEEP_ALIVE_MS = 72_000

/** Node's default, far more than clients send. Set here because the documentation names it. */
const HEADER_LIMIT = 16 * 1024

/** A request without Host is refused with the envelope like any other (RFC 9112 section 3.2), not by the server. */
const serverOptions = { maxHeaderSize: HEADER_LIMIT, requireHostHeader: false }

/**
 * The HTTP server of the gateway: one Fastify instance behind a TLS listener, a plain listener, or both. Nest adds the
 * routes. Bodies are not parsed here: the caller is authenticated before the body is read.
 */
export class HttpServer {
  readonly http: FastifyInstance
  private readonly tlsServer: TlsServer | undefined
  private readonly plainServer: Server | undefined
  private readonly closing = new AbortController()
  /** Aborted when the server ends: what waits is answered at once. */
  readonly ending = this.closing.signal
  /** The certificate with which the TLS listener answers now. */
  certificate: SecureContext | undefined

  constructor(private readonly options: HttpServerOptions) {
    this.certificate = options.tls?.context
    const { tls, isTrusted, origins, accessLog } = options
    const servers: { tls?: TlsServer; plain?: Server } = {}
    const arePagesAllowed = origins.size > 0
    const begin = (request: FastifyRequest, reply: FastifyReply) => {
      request.address = withoutPort(request.ip)
      // Fastify makes requests with a path that cannot be decoded without the declared fields.
      request.bodyBytes = 0
      follow(request, reply, options)
      reply.headers(answerHeaders(request.id, request.protocol, options))
      if (arePagesAllowed) reply.headers(originHeaders(request, origins))
    }
    const answerBroken = (error: Error, socket: Socket) => {
      const answered = answerBrokenRequest(error, socket, options)
      if (answered) accessLog?.followBroken(socket, answered)
    }
    this.http = fastify({
      serverFactory: (listener: RequestListener) => {
        if (tls) servers.tls = configured(createTlsServer({ ...tls.context, ...serverOptions }, listener))
        if (options.plainPort !== undefined) servers.plain = configured(createPlainServer(serverOptions, listener))
        return (servers.tls ?? servers.plain)! as Server
      },
      logger: false,
      trustProxy: isTrusted,
      genReqId: (request) => requestId(request, isTrusted),
      return503OnClosing: false,
      // The start waits for the broker as long as it takes.
      pluginTimeout: 0,
      // Host names have at most 253 characters, but names of name server groups are free text.
      routerOptions: { ignoreTrailingSlash: true, maxParamLength: 1024 },
      clientErrorHandler: answerBroken,
      frameworkErrors: (error, request, reply) => {
        begin(request, reply)
        answerError(error, request, reply)
      },
    })
    this.tlsServer = servers.tls
    this.plainServer = servers.plain
    this.http.removeAllContentTypeParsers()
    this.http.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    this.http.decorateRequest('namedType', '')
    this.http.setErrorHandler((error, request, reply) => answerError(error, request, reply, options.topUpHint))
    declareAccessFields(this.http)
    deprecateAlias(this.http)
    // Clients send JSON under any media type or none, so the type must not decide whether a request is accepted.
    this.http.addHook('onRequest', (request, reply, done) => {
      const { headers } = request.raw
      const type = headers['content-type']
      if (type !== undefined) {
        request.namedType = type.split(';', 1)[0]!.trim().toLowerCase()
        delete headers['content-type']
      }
      begin(request, reply)
      const refused = hostRefusal(request.raw)
      if (refused) return done(refused)
      // Browsers send a preflight without a token; it is not a call of an operation.
      if (arePagesAllowed && isPreflight(request, origins)) return void reply.code(204).headers(preflightHeaders).send()
      done(request.is404 ? unknownRoute(request) : undefined)
    })
    // Fastify does so only for requests that arrive later. A connection that is kept alive would delay the end.
    this.http.addHook('onSend', (_request, reply, _payload, done) => {
      if (this.ending.aborted) reply.header('connection', 'close')
      done()
    })
    if (this.tlsServer) this.plainServer?.on('clientError', answerBroken)
    const limit = new ConnectionLimit(options.connectionsPerAddress, isTrusted)
    for (const server of [this.tlsServer, this.plainServer]) if (server) limit.guard(server)
  }

  /** Opens the listeners. */
  async listen(): Promise<Ports> {
    const { host, tls, plainPort, tlsReloadMs } = this.options
    await this.http.listen({ host, port: tls?.port ?? plainPort! })
    if (tls) {
      const endWatch = watchCertificate(tls.files, tls.context, tlsReloadMs, (renewed) => {
        this.tlsServer!.setSecureContext(renewed)
        this.certificate = renewed
      })
      this.tlsServer!.once('close', endWatch)
    }
    if (tls && this.plainServer) await listening(this.plainServer, host, plainPort!)
    return {
      ...(this.tlsServer && { httpsPort: portOf(this.tlsServer) }),
      ...(this.plainServer && { httpPort: portOf(this.plainServer) }),
    }
  }

  /** Accepts no new connections from now on, answers what waits for an event, and waits for the other answers. */
  async close(): Promise<void> {
    const servers = [this.tlsServer, this.plainServer].filter((server) => server?.listening)
    const closed = servers.map((server) => new Promise((resolve) => server!.close(resolve)))
    this.closing.abort()
    await this.http.close()
    await Promise.all(closed)
    await this.options.accessLog?.close()
  }
}

/** Counts a request, and writes its line when it is over: its answer is finished or its connection is closed. */
function follow(request: FastifyRequest, reply: FastifyReply, { meter, accessLog, slow }: HttpServerOptions): void {
  const startedAt = performance.now()
  const { socket } = request.raw
  meter.begun()
  reply.raw.on('close', () => {
    const milliseconds = performance.now() - startedAt
    meter.ended(request, reply, milliseconds)
    accessLog?.ended(request, reply, socket, milliseconds)
    if (!request.mayWait) slow.took(milliseconds, () => slowRequest(request))
  })
}

/** A request that took long, as it is logged: without path, query, body and headers. */
const slowRequest = ({ id, trace, operationId, call }: FastifyRequest): SlowRequest => ({
  request: id,
  trace: trace && traceIdOf(trace),
  account: call?.actor?.resellerId,
  operation: operationId || 'none',
})

function configured<S extends Server | TlsServer>(server: S): S {
  server.keepAliveTimeout = KEEP_ALIVE_MS
  server.requestTimeout = REQUEST_TIMEOUT_MS
  // A server may ignore an expectation that it does not know (RFC 9110 section 10.1.1); Node's refusal has no envelope.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  return server
}

function listening(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

const portOf = (server: Server | TlsServer) => (server.address() as AddressInfo).port

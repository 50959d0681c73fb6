import { Refusal } from '@nameyard/contracts/errors'
import type { Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { answerHeaders } from './answer-headers'
import { readCertificate, watchCertificate, type CertificateFiles } from './certificate'
import { isPreflight, originHeaders, preflightHeaders, type Origins } from './cross-origin'
import { answerBrokenRequest, answerError, answerUnknownRoute } from './error-filter'
import { readBody, readText } from './read-input'
import { requestId } from './request-id'
import type { IsTrusted } from './trusted-proxies'

declare module 'fastify' {
  interface FastifyRequest {
    /** The media type that the client named, in lower case and without parameters; '' for none. */
    namedType: string
  }
  interface FastifyContextConfig {
    /** Set where a body of this media type is one field of the operation. */
    textBody?: { readonly type: string; readonly field: string } | undefined
  }
}

export interface ListenOptions {
  readonly host: string
  readonly port: number
  /** A listener without them speaks plain HTTP to a proxy. */
  readonly tls?: CertificateFiles
  /** Milliseconds between two looks at the certificate's files, where the file system does not tell of a change. */
  readonly tlsReloadMs: number
  /** Bytes of a body at most. */
  readonly bodyLimit: number
  /** Proxies whose `X-Forwarded-For`, `X-Forwarded-Proto` and `X-Request-Id` are believed. */
  readonly isTrusted: IsTrusted
  /** What a refusal for lack of credit adds: how to top up. */
  readonly topUpHint: string
  /** Origins whose pages may ask. */
  readonly origins: Origins
}

/** A listener that takes requests. */
export interface Listener {
  readonly port: number
  /** Takes no new connection, lets requests in hand finish. */
  close(): Promise<void>
}

/** Longer than any answer takes; a client that sends more slowly than this is not one. */
const REQUEST_TIMEOUT_MS = 30_000

/** Far beyond what clients send, and what Node allows by default; said here because it is a promise. */
const HEADER_LIMIT = 16 * 1024

/** A request without Host is refused with the envelope like any other (RFC 9112 section 3.2), not by the server. */
const serverOptions = { maxHeaderSize: HEADER_LIMIT, requireHostHeader: false }

/** Opens a listener with the routes that `mount` gives it; everything that goes wrong answers with the envelope. */
export async function listen(options: ListenOptions, mount: (http: FastifyInstance) => void): Promise<Listener> {
  const { isTrusted, origins } = options
  const isOpenToPages = origins.size > 0
  const begin = (request: FastifyRequest, reply: FastifyReply) => {
    reply.headers(answerHeaders(request.id, request.protocol))
    if (isOpenToPages) reply.headers(originHeaders(request, origins))
  }
  const secure = options.tls && (await readCertificate(options.tls))
  const http = fastify({
    // Fastify's type knows `https` only in its own overload.
    ...((secure ? { https: { ...secure, ...serverOptions } } : { http: serverOptions }) as object),
    logger: false,
    bodyLimit: options.bodyLimit,
    trustProxy: isTrusted,
    genReqId: (request) => requestId(request, isTrusted),
    requestTimeout: REQUEST_TIMEOUT_MS,
    return503OnClosing: false,
    // Host names have at most 253 characters, and groups of nameservers are free text.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 1024 },
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: (error, request, reply) => {
      begin(request, reply)
      answerError(error, request, reply)
    },
  })
  http.removeAllContentTypeParsers()
  http.addContentTypeParser('*', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    // A deletion has everything in its URL; what clients send beside that is ignored, JSON or not.
    if (request.method === 'DELETE') return {}
    const { textBody } = request.routeOptions.config
    return textBody && textBody.type === request.namedType ? readText(body, textBody.field) : readBody(body)
  })
  http.decorateRequest('namedType', '')
  // Clients name any media type or none for the JSON they send, so it says nothing and must refuse nothing.
  http.addHook('onRequest', (request, reply, done) => {
    request.namedType = (request.raw.headers['content-type'] ?? '').split(';', 1)[0]!.trim().toLowerCase()
    delete request.raw.headers['content-type']
    begin(request, reply)
    if (request.raw.httpVersion === '1.1' && request.raw.headers.host === undefined) {
      return done(new Refusal('invalid_input', { field: 'Host', problem: 'the header is missing' }))
    }
    // Browsers send it without a token, and mean no operation.
    if (isOpenToPages && isPreflight(request, origins)) return void reply.code(204).headers(preflightHeaders).send()
    done()
  })
  http.setErrorHandler((error, request, reply) => answerError(error, request, reply, options.topUpHint))
  http.setNotFoundHandler(answerUnknownRoute)
  mount(http)
  // A server may pass over an expectation that it does not know (RFC 9110 section 10.1.1); Node's refusal has no envelope.
  http.server.on('checkExpectation', (request, response) => http.server.emit('request', request, response))
  await http.listen({ host: options.host, port: options.port })
  const endWatch =
    secure &&
    watchCertificate(options.tls!, secure, options.tlsReloadMs, (renewed) =>
      (http.server as unknown as Server).setSecureContext(renewed),
    )
  return {
    port: (http.server.address() as AddressInfo).port,
    async close() {
      endWatch?.()
      await http.close()
    },
  }
}

import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { Logger } from '@nestjs/common'
import { errors, Refusal } from '@nameyard/contracts/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { answerHeaders } from './answer-headers'
import { failureBody, JSON_TYPE, PROBLEM_JSON, problemBody, retryAfter } from './envelope'

const log = new Logger('gateway')

/** Answers whatever went wrong with the one envelope; tells nothing of what is not a refusal but its correlation id. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply, topUpHint = ''): void {
  const refusal = withHint(refusalOf(error, request), topUpHint)
  if (refusal.refusal === 'internal_error' && !(error instanceof Refusal)) {
    log.error(`${request.id} ${error instanceof Error ? error.stack : String(error)}`)
  }
  const wait = retryAfter(refusal)
  if (wait !== undefined) reply.header('retry-after', String(wait))
  const asksForProblem = request.headers.accept?.includes(PROBLEM_JSON)
  reply
    .code(errors[refusal.refusal].http)
    .header('content-type', asksForProblem ? PROBLEM_JSON : JSON_TYPE)
    .send(asksForProblem ? problemBody(refusal, request.id) : failureBody(refusal))
}

/** A lack of credit says how to top up, where the installation has a way that it names. */
function withHint(refusal: Refusal, topUpHint: string): Refusal {
  if (refusal.refusal !== 'credit_too_low' || topUpHint === '') return refusal
  return new Refusal(refusal.refusal, { ...refusal.details, hint: ` ${topUpHint}` }, refusal.faults)
}

/** Answers a route nobody mounted; another method on a known path is one of these too. */
export function answerUnknownRoute(request: FastifyRequest, reply: FastifyReply): void {
  answerError(unknownRoute(request), request, reply)
}

function unknownRoute(request: FastifyRequest): Refusal {
  return new Refusal('route_not_found', { method: request.method, path: request.url.split('?', 1)[0]! })
}

/** What the framework says of requests that no route could answer; without a media type it refuses QUERY by itself. */
const noRoute: ReadonlySet<string> = new Set([
  'FST_ERR_BAD_URL',
  'FST_ERR_MAX_PARAM_LENGTH',
  'FST_ERR_ROUTE_MISSING_CONTENT_TYPE',
])

function refusalOf(error: unknown, request: FastifyRequest): Refusal {
  if (error instanceof Refusal) return error
  const { code, statusCode } = error as { code?: string; statusCode?: number }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new Refusal('body_too_large', { limit: request.routeOptions.bodyLimit })
  if (code !== undefined && noRoute.has(code)) return unknownRoute(request)
  if (statusCode !== undefined && statusCode < 500) return new Refusal('malformed_json')
  return new Refusal('internal_error', { correlationId: request.id })
}

/** Answers bytes that are not HTTP, or headers over the limit of Node, before there is a request. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy()
  const refusal =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? new Refusal('invalid_input', { field: 'headers', problem: 'are too large' })
      : new Refusal('invalid_input', { field: 'request', problem: 'is not valid HTTP' })
  const { http } = errors[refusal.refusal]
  const body = failureBody(refusal)
  const protocol = socket instanceof TLSSocket ? 'https' : 'http'
  socket.end(
    [
      `HTTP/1.1 ${http} ${STATUS_CODES[http]}`,
      ...Object.entries(answerHeaders(randomUUID(), protocol)).map(([name, value]) => `${name}: ${value}`),
      `content-type: ${JSON_TYPE}`,
      `content-length: ${Buffer.byteLength(body)}`,
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  )
}

import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import {
  Catch,
  HttpException,
  Inject,
  Injectable,
  Logger,
  NotFoundException,
  type ArgumentsHost,
  type ExceptionFilter,
} from '@nestjs/common'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { errors, Refusal } from '@nameyard/contracts/errors'
import { GATEWAY_CONFIG, type GatewayConfig } from '../config'
import { answerHeaders, type HeaderPolicy } from './answer-headers'
import { failureBody, JSON_TYPE, PROBLEM_JSON, problemBody, retryAfter } from './envelope'
import { logFor } from './request-work'

const log = new Logger('gateway')

/** Answers an error with the envelope. An error that is not a refusal shows only its correlation id. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply, topUpHint = ''): void {
  const refusal = withHint(refusalOf(error, request), topUpHint)
  request.answerCode = errors[refusal.refusal].code
  if (refusal.refusal === 'internal_error') logFor(request, () => log.error(`${request.id} ${faultOf(error, request)}`))
  const wait = retryAfter(refusal)
  if (wait !== undefined) reply.header('retry-after', String(wait))
  const asksForProblem = request.headers.accept?.includes(PROBLEM_JSON)
  reply
    .code(errors[refusal.refusal].http)
    .header('content-type', asksForProblem ? PROBLEM_JSON : JSON_TYPE)
    .send(asksForProblem ? problemBody(refusal, request.id) : failureBody(refusal))
}

/** The cause of an internal error. A service that answered one has logged the cause under the same correlation id. */
function faultOf(error: unknown, { operationId }: FastifyRequest): string {
  if (error instanceof Refusal) return `${operationId} was answered with internal_error by its service`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/** Adds how to top up to a refusal for too little credit, if the installation has such a hint. */
function withHint(refusal: Refusal, topUpHint: string): Refusal {
  if (refusal.refusal !== 'credit_too_low' || topUpHint === '') return refusal
  return new Refusal(refusal.refusal, { ...refusal.details, hint: ` ${topUpHint}` }, refusal.faults)
}

/** Answers everything that is thrown, and unknown routes. */
@Catch()
@Injectable()
export class RefusalFilter implements ExceptionFilter {
  constructor(@Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const [request, reply] = host.getArgs<[FastifyRequest, FastifyReply]>()
    answerError(error, request, reply, this.config.GATEWAY_TOP_UP_HINT)
  }
}

/** Refuses a path without a route, and another method on a known path. */
export function unknownRoute(request: FastifyRequest): Refusal {
  return new Refusal('route_not_found', { method: request.method, path: request.url.split('?', 1)[0]! })
}

/** Errors of Fastify for requests without a route. */
const noRoute: ReadonlySet<string> = new Set([
  'FST_ERR_BAD_URL',
  'FST_ERR_MAX_PARAM_LENGTH',
  'FST_ERR_ROUTE_MISSING_CONTENT_TYPE',
])

function refusalOf(error: unknown, request: FastifyRequest): Refusal {
  if (error instanceof Refusal) return error
  // Thrown by Nest: no route for this path or this method.
  if (error instanceof NotFoundException) return unknownRoute(request)
  const { code, statusCode } =
    error instanceof HttpException
      ? { code: undefined, statusCode: error.getStatus() }
      : (error as { code?: string; statusCode?: number })
  if (code !== undefined && noRoute.has(code)) return unknownRoute(request)
  if (statusCode !== undefined && statusCode < 500) return new Refusal('malformed_json')
  return new Refusal('internal_error', { correlationId: request.id })
}

/** The answer to bytes that are not HTTP. */
export interface BrokenRequest {
  readonly id: string
  readonly status: number
  readonly code: number
  /** Bytes of the answer's body. */
  readonly bytes: number
}

/**
 * Answers bytes that are not HTTP, or headers over the limit of Node. There is no request object yet. Returns undefined if
 * the connection is closed without an answer.
 */
export function answerBrokenRequest(
  error: Error & { code?: string },
  socket: Socket,
  policy: HeaderPolicy,
): BrokenRequest | undefined {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return undefined
  }
  const refusal =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? new Refusal('invalid_input', { field: 'headers', problem: 'are too large' })
      : new Refusal('invalid_input', { field: 'request', problem: 'is not valid HTTP' })
  const { http, code } = errors[refusal.refusal]
  const body = failureBody(refusal)
  const id = randomUUID()
  const bytes = Buffer.byteLength(body)
  const protocol = socket instanceof TLSSocket ? 'https' : 'http'
  socket.end(
    [
      `HTTP/1.1 ${http} ${STATUS_CODES[http]}`,
      ...Object.entries(answerHeaders(id, protocol, policy)).map(([name, value]) => `${name}: ${value}`),
      `content-type: ${JSON_TYPE}`,
      `content-length: ${bytes}`,
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  )
  return { id, status: http, code, bytes }
}

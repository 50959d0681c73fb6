import { fail } from '@nameyard/contracts/errors'
import type { Call, AnyOperation } from '@nameyard/contracts/operation'
import type { RawQuery } from '@nameyard/contracts/primitives/query'
import type { Rpc } from '@nameyard/messaging/rpc'
import type { Clock } from '@nameyard/runtime/clock'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import type { Allowances } from '../access/allowances'
import type { Authenticator } from '../access/authenticate'
import type { Admission } from './admission'
import { JSON_TYPE, rateLimitHeaders, successBody } from './envelope'
import { readInput } from './read-input'
import { repeatOf, type RepeatRules } from './repeat'
import { withoutPort } from './trusted-proxies'

declare module 'fastify' {
  interface FastifyRequest {
    call: Call
  }
}

/** What a request meets behind its route. */
export interface Door {
  readonly rpc: Rpc
  readonly authenticator: Authenticator
  readonly allowances: Allowances
  readonly admission: Admission
  readonly clock: Clock
  /** Milliseconds a request may take. */
  readonly requestMs: number
  readonly repeats: RepeatRules
}

/** The prefix of the specification and the public one of existing clients. */
const prefixes = ['/v1', '/v1beta']

/**
 * Gives every operation its routes. A request becomes a call of the service that owns the operation: who asks is
 * settled before the body is read, the input is what the operation's schema reads, and the answer's JSON is passed on
 * without being looked at.
 */
export function mountOperations(http: FastifyInstance, operations: readonly AnyOperation[], door: Door): void {
  // Given before the first request, so that all requests have one shape.
  http.decorateRequest('call', null as unknown as Call)
  for (const operation of operations) {
    const { needs, textBody } = operation
    for (const prefix of prefixes) {
      http.route({
        ...(needs && { bodyLimit: Math.max(needs.bodyBytes, http.initialConfig.bodyLimit ?? 0) }),
        config: { textBody },
        method: operation.method!,
        url: operation.path!.replace(/^\/v1/, prefix),
        onRequest: (request, reply) => admit(operation, request, reply, door),
        handler: handler(operation, door),
      })
    }
  }
}

/** Makes the call of a request, finds out who asks, and whether that account may ask now. */
async function admit(operation: AnyOperation, request: FastifyRequest, reply: FastifyReply, door: Door): Promise<void> {
  request.call = {
    correlationId: request.id,
    deadline: door.clock.machineMs() + Math.max(door.requestMs, operation.needs?.answerMs ?? 0),
    address: withoutPort(request.ip),
  }
  if (operation.anonymous) return
  const { authorization } = request.headers
  const actor = await door.admission.during(() =>
    door.authenticator.authenticate(operation, authorization, request.call),
  )
  request.call = { ...request.call, actor }
  const left = door.allowances.take(actor.resellerId)
  if (left) reply.headers(rateLimitHeaders(left))
  if (left && left.retryAfter > 0) fail('rate_limited', { retryAfter: left.retryAfter })
}

function handler(operation: AnyOperation, { rpc, admission, repeats }: Door): RouteHandlerMethod {
  return async (request, reply) => {
    const input = readInput(operation, {
      query: request.query as RawQuery,
      body: (request.body ?? {}) as Record<string, unknown>,
      params: request.params as Record<string, string>,
    })
    const repeat = repeatOf(operation, request.headers['idempotency-key'], input, repeats)
    const call = repeat ? { ...request.call, repeat } : request.call
    const { data, warnings, replayed } = await admission.during(
      () => rpc.callText(operation, input as never, call),
      operation.service,
    )
    const plain = operation.plainText
    if (plain && request.headers.accept?.includes(plain.type)) {
      reply.header('content-type', `${plain.type}; charset=utf-8`)
      return (JSON.parse(data) as Record<string, string>)[plain.field]
    }
    reply.header('content-type', JSON_TYPE)
    if (replayed) reply.header('idempotency-replayed', 'true')
    return successBody(data, warnings)
  }
}

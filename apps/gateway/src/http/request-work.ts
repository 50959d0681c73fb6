import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AnyOperation } from '@nameyard/contracts/operation'
import type { SpanStart, Tracer } from '@nameyard/tracing/span'
import { loggingFor } from '@nameyard/tracing/work'

/** The step of a trace that a request of an operation is. */
export interface Step {
  readonly name: string
  readonly start: SpanStart
}

export const stepOf = ({ method, path }: AnyOperation): Step => ({
  name: `${method} ${path}`,
  start: { kind: 'server', attributes: { 'http.request.method': method, 'http.route': path } },
})

/**
 * Begins the trace of a request of an operation. It has the id that the client gives in `traceparent`; whether it is sampled
 * is decided here, and the call of the request carries the decision on. The code that runs for a request is not followed:
 * with an `AsyncLocalStorage`, Node would follow every promise of the process, for the few requests that are sampled.
 */
export function beginTrace(tracer: Tracer, { name, start }: Step, request: FastifyRequest, reply: FastifyReply): void {
  const span = tracer.admit(request.headers.traceparent, name, start)
  request.trace = span.traceparent
  if (!span.isSampled) return
  span.set({ 'nameyard.request': request.id })
  reply.raw.on('close', () => {
    const { statusCode, writableFinished } = reply.raw
    span.set({ 'http.response.status_code': statusCode, 'nameyard.account': request.call?.actor?.resellerId })
    if (!writableFinished) span.fail('aborted')
    else if (statusCode >= 500) span.fail(String(statusCode))
    span.end()
  })
}

/** Writes log lines with the fields of a request. */
export function logFor({ id: correlationId, operationId, trace, call }: FastifyRequest, write: () => void): void {
  loggingFor({ correlationId, operation: operationId || undefined, account: call?.actor?.resellerId, trace }, write)
}

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AnyOperation } from '@nameyard/contracts/operation'
import type { Tracer } from '@nameyard/tracing/span'
import { loggingFor, type Work } from '@nameyard/tracing/work'

/**
 * Begins the trace of a request of an operation, if the installation has traces. It has the id that the client gives in
 * `traceparent`; whether it is sampled is decided here.
 */
export function beginWork(
  tracer: Tracer | undefined,
  operation: AnyOperation,
  request: FastifyRequest,
  reply: FastifyReply,
): Work | undefined {
  const { id: correlationId, headers } = request
  const span = tracer?.admit(headers.traceparent, `${operation.method} ${operation.path}`, {
    kind: 'server',
    attributes: {
      'http.request.method': operation.method,
      'http.route': operation.path,
      'nameyard.request': correlationId,
    },
  })
  if (!span) return undefined
  request.traceId = span.traceId
  reply.raw.on('close', () => {
    const { statusCode, writableFinished } = reply.raw
    span.set({ 'http.response.status_code': statusCode, 'nameyard.account': request.call?.actor?.resellerId })
    if (!writableFinished) span.fail('aborted')
    else if (statusCode >= 500) span.fail(String(statusCode))
    span.end()
  })
  return { correlationId, operation: operation.id, span }
}

/** Writes log lines with the fields of a request. */
export function logFor({ id: correlationId, operationId, call }: FastifyRequest, write: () => void): void {
  loggingFor({ correlationId, operation: operationId || undefined, account: call?.actor?.resellerId }, write)
}

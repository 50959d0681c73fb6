import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Metrics } from '@nameyard/runtime/metrics'

/** Pages, documents, unknown routes and bytes that are not HTTP. */
const NO_OPERATION = 'none'

/** Counts the requests of clients and their durations. */
export class EdgeMeter {
  private readonly durations
  private inProgress = 0

  constructor(metrics: Metrics) {
    this.durations = metrics.histogram({
      name: 'gateway_request_seconds',
      help: 'Requests of clients by operation and outcome: ok, refused (4xx), error (5xx), aborted by the client.',
      labels: ['operation', 'outcome'],
    })
    metrics.add({
      name: 'gateway_requests_in_progress',
      help: 'Requests of clients that have no complete answer yet.',
      read: () => this.inProgress,
    })
  }

  /** Counts a request that has begun. */
  begun(): void {
    this.inProgress++
  }

  /** Counts a request that is over. */
  ended(request: FastifyRequest, { raw }: FastifyReply, milliseconds: number): void {
    this.inProgress--
    const labels = {
      operation: request.operationId || NO_OPERATION,
      outcome: raw.writableFinished ? outcomeOf(raw.statusCode) : 'aborted',
    }
    this.durations.observe(labels, milliseconds / 1_000)
  }
}

function outcomeOf(status: number): 'ok' | 'refused' | 'error' {
  if (status < 400) return 'ok'
  return status < 500 ? 'refused' : 'error'
}

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

  /** Counts a request when it is over. */
  follow(request: FastifyRequest, { raw }: FastifyReply): void {
    const startedAt = performance.now()
    this.inProgress++
    raw.on('close', () => {
      this.inProgress--
      const labels = {
        operation: request.operationId || NO_OPERATION,
        outcome: raw.writableFinished ? outcomeOf(raw.statusCode) : 'aborted',
      }
      this.durations.observe(labels, (performance.now() - startedAt) / 1_000)
    })
  }
}

function outcomeOf(status: number): 'ok' | 'refused' | 'error' {
  if (status < 400) return 'ok'
  return status < 500 ? 'refused' : 'error'
}

import http from 'node:http'
import type { AddressInfo } from 'node:net'
// eslint-disable-next-line @typescript-eslint/no-restricted-imports -- this server has no part of the platform but its SDK
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { HealthSettings } from './config'

/** `refused` is an answer of the service with 4xx, or arguments that are not valid; `error` is any other failure. */
export type Outcome = 'ok' | 'refused' | 'error'

/** Counts the calls of tools. Not in the registry of prom-client for the whole process, which tests would share. */
export class ToolMetrics {
  readonly registry = new Registry()
  private readonly durations = new Histogram({
    name: 'mcp_tool_seconds',
    help: 'Calls of tools by outcome: ok, refused (4xx and invalid arguments), error.',
    labelNames: ['tool', 'outcome'],
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [this.registry],
  })

  /** Starts the time of one call. The returned function ends it. */
  start(tool: string): (outcome: Outcome) => void {
    const end = this.durations.startTimer({ tool })
    return (outcome) => void end({ outcome })
  }
}

/** Opens the health listener: `/healthz`, `/readyz` and `/metrics`, as the services have them. */
export async function openHealth(
  { host, port }: HealthSettings,
  { registry }: ToolMetrics,
): Promise<{ port: number; close: () => Promise<void> }> {
  collectDefaultMetrics({ register: registry })
  // Gauges with the ending of counters; others have the same figures by type.
  for (const name of ['handles', 'requests', 'resources']) registry.removeSingleMetric(`nodejs_active_${name}_total`)
  const listener = http.createServer(async ({ url }, response) => {
    if (url === '/metrics')
      return void response.writeHead(200, { 'content-type': registry.contentType }).end(await registry.metrics())
    // The process has no state and no connection that it could lack: a request of the assistant opens one.
    const isKnown = url === '/healthz' || url === '/readyz'
    response.writeHead(isKnown ? 200 : 404, { 'content-type': 'text/plain' })
    response.end(isKnown ? 'ready' : 'only /healthz, /readyz and /metrics are here')
  })
  await new Promise<void>((listening, failed) => {
    listener.once('error', failed)
    listener.listen(port, host, listening)
  })
  return {
    port: (listener.address() as AddressInfo).port,
    close: () =>
      new Promise((closed) => {
        listener.close(() => closed())
        listener.closeAllConnections()
      }),
  }
}

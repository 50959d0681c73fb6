import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Metrics } from './metrics'

/**
 * The health listener of one service. `/healthz` says that the process runs, `/readyz` that it can do its work, and
 * `/metrics` returns its metrics.
 */
export interface Health {
  readonly port: number
  close(): Promise<void>
}

/** Milliseconds within which the listener answers, even if the service does not. */
const ANSWER_MS = 2_000

/**
 * Opens the health listener. Each `/readyz` calls `ready`, which returns the name of a missing part, or `undefined`.
 * Each `/metrics` prints `metrics`.
 */
export async function openHealth(
  { host, port }: { readonly host: string; readonly port: number },
  ready: () => Promise<string | undefined>,
  metrics: Pick<Metrics, 'contentType' | 'print'>,
): Promise<Health> {
  const server = createServer((request, response) => {
    const answer = (status: number, text: string, type = 'text/plain') =>
      response.writeHead(status, { 'content-type': type }).end(text)
    if (request.url === '/healthz') return answer(200, 'alive')
    if (request.url === '/metrics') {
      inTime(metrics.print()).then(
        (text) => answer(200, text, metrics.contentType),
        () => answer(503, 'not ready'),
      )
      return undefined
    }
    if (request.url !== '/readyz') return answer(404, 'only /healthz, /readyz and /metrics are here')
    inTime(ready()).then(
      (missing) => (missing === undefined ? answer(200, 'ready') : answer(503, missing)),
      () => answer(503, 'not ready'),
    )
    return undefined
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Rejects if the value does not arrive in time. */
function inTime<T>(value: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), ANSWER_MS)
  })
  return Promise.race([value, late]).finally(() => clearTimeout(timer))
}

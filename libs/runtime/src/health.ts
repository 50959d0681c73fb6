import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * The health listener of one service: `/healthz` says the process lives, `/readyz` that it can do its work, `/metrics`
 * shows its figures.
 */
export interface Health {
  readonly port: number
  close(): Promise<void>
}

/** Milliseconds within which it answers, whatever the service waits for. */
const ANSWER_MS = 2_000

/**
 * Opens the health listener; `ready` is asked at every `/readyz` and names what is missing, or nothing; `metrics`, where
 * there are any, at every `/metrics`.
 */
export async function openHealth(
  { host, port }: { readonly host: string; readonly port: number },
  ready: () => Promise<string | undefined>,
  metrics?: () => Promise<string>,
): Promise<Health> {
  const server = createServer((request, response) => {
    const answer = (status: number, text: string) =>
      response.writeHead(status, { 'content-type': 'text/plain' }).end(text)
    if (request.url === '/healthz') return answer(200, 'alive')
    if (request.url === '/metrics' && metrics !== undefined) {
      inTime(metrics()).then(
        (text) => answer(200, text),
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

/** Rejects when the value is not known in time. */
function inTime<T>(value: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), ANSWER_MS)
  })
  return Promise.race([value, late]).finally(() => clearTimeout(timer))
}

import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { isIP, type AddressInfo } from 'node:net'
import { virtualNow } from '../clock/clock.store'
import { runDueJobs } from '../jobs/run-due-jobs'
import type { Registry } from '../server/registry'
import { ControlError } from './control-error'
import { operations } from './operations'

const MAX_BODY_OCTETS = 64 * 1024

/**
 * The port through which tests and operators inspect the registry and advance its clock. It has no authentication and must
 * listen on loopback or a private network only. Bodies are JSON; errors are `{ error }`.
 */
export async function startControlServer(registry: Registry, listen: { host: string; port: number }) {
  const server = createServer((request, response) => {
    void refuseWebPages(request)
      .then(() => handle(registry, request))
      .then((body) => ({ status: 200, body }))
      .catch((error: unknown) => {
        if (error instanceof ControlError) return { status: error.status, body: { error: error.message } }
        registry.log.error({ err: error, url: request.url }, 'a control request failed')
        return { status: 500, body: { error: 'internal error' } }
      })
      .then(({ status, body }) => {
        response
          .writeHead(status, { 'content-type': 'application/json', connection: 'close' })
          .end(JSON.stringify(body))
      })
  })
  server.listen(listen.port, listen.host)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async close(): Promise<void> {
      const closed = once(server, 'close')
      server.close()
      server.closeIdleConnections()
      await closed
    },
  }
}

/**
 * Refuses requests of web pages: any site can reach a local port through the browser of a developer. `Origin` reveals a
 * page. A `Host` with a dot may be a name that the site's own name server resolved to this machine (DNS rebinding).
 * Addresses, `localhost` and container names without a dot cannot be such names.
 */
async function refuseWebPages({ headers }: IncomingMessage): Promise<void> {
  if (headers.origin !== undefined || /^(cross-site|same-site)$/.test(String(headers['sec-fetch-site'])))
    throw new ControlError(403, 'web pages may not use the control port')
  const host = (headers.host ?? '').replace(/:\d+$/, '').replace(/^\[|\]$/g, '')
  if (isIP(host) === 0 && host.includes('.')) throw new ControlError(403, 'the Host header names another server')
}

async function handle(registry: Registry, request: IncomingMessage): Promise<unknown> {
  const url = new URL(request.url ?? '/', 'http://control')
  const served = operations.flatMap(({ path, method, run }) => {
    const match = path.exec(url.pathname)
    return match ? [{ method, run, parameter: decodeURIComponent(match[1] ?? '') }] : []
  })
  if (served.length === 0) throw new ControlError(404, 'no such resource')
  const operation = served.find(({ method }) => method === request.method)
  if (!operation) throw new ControlError(405, `the methods here are ${served.map(({ method }) => method).join(', ')}`)
  await runDueJobs(registry.pool, await virtualNow(registry.pool, registry.clock))
  const asked = {
    parameter: operation.parameter,
    query: Object.fromEntries(url.searchParams),
    body: await readBody(request),
  }
  return operation.run(registry, asked).finally(() => operation.method !== 'GET' && registry.rules.clear())
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  let octets = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    octets += chunk.length
    if (octets > MAX_BODY_OCTETS) throw new ControlError(413, 'the body is too long')
    chunks.push(chunk)
  }
  if (octets === 0) return undefined
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch {
    throw new ControlError(400, 'the body is not JSON')
  }
}

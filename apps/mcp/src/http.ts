import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import type { Door } from './config'

const PATH = '/mcp'

/**
 * Streamable HTTP without sessions: each request stands for itself and acts with the token it brings, so that any
 * replica answers any request and nothing of an account stays here.
 */
export async function openDoor(
  { host, port, origins }: Door,
  serverFor: (token: string) => Server,
): Promise<{ url: string; close: () => Promise<void> }> {
  const listener = http.createServer(async (request, response) => {
    allowPage(request, response, origins)
    const refusal = refuse(request, origins)
    if (refusal) return void answer(response, refusal)
    if (isPreflight(request)) return void response.writeHead(204).end()
    const server = serverFor(tokenOf(request)!)
    const transport = new StreamableHTTPServerTransport()
    response.on('close', () => void server.close())
    try {
      await server.connect(transport)
      await transport.handleRequest(request, response)
    } catch (error) {
      process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
      if (!response.headersSent) answer(response, { status: 500, message: 'Something went wrong here.' })
    }
  })
  await new Promise<void>((listening, failed) => {
    listener.once('error', failed)
    listener.listen(port, host, listening)
  })
  const { port: taken } = listener.address() as AddressInfo
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${taken}${PATH}`,
    close: () =>
      new Promise((closed) => {
        listener.close(() => closed())
        listener.closeAllConnections()
      }),
  }
}

interface Refusal {
  readonly status: number
  readonly message: string
  readonly headers?: Readonly<Record<string, string>>
}

/** What is wrong with a request before the protocol begins; undefined when nothing is. */
function refuse(request: http.IncomingMessage, origins: readonly string[]): Refusal | undefined {
  const { origin } = request.headers
  // Not read as a URL: what stands there may be none.
  if (request.url?.split('?', 1)[0] !== PATH) return { status: 404, message: `Assistants are served at ${PATH}.` }
  // A page in somebody's browser must not reach what only that machine can reach.
  if (origin !== undefined && !origins.includes(origin))
    return { status: 403, message: `Pages of ${origin} may not ask here.` }
  if (isPreflight(request)) return undefined
  // Nothing is ever sent unasked, so that there is no stream to open; and no session to end.
  if (request.method !== 'POST') return { status: 405, message: 'Ask with POST.', headers: { allow: 'POST' } }
  if (!tokenOf(request))
    return {
      status: 401,
      message: 'Send the token of POST /v1/auth/login as Authorization: Bearer.',
      headers: { 'www-authenticate': 'Bearer' },
    }
  return undefined
}

/** A browser asks on behalf of a page whether it may ask (Fetch Standard, CORS-preflight). */
function isPreflight({ method, headers }: http.IncomingMessage): boolean {
  return method === 'OPTIONS' && headers.origin !== undefined
}

/** Tells the browser that a page which was named may send what the protocol needs, and read the answer. */
function allowPage(request: http.IncomingMessage, response: http.ServerResponse, origins: readonly string[]): void {
  const { origin } = request.headers
  if (origin === undefined || !origins.includes(origin)) return
  response.setHeader('access-control-allow-origin', origin)
  response.setHeader('vary', 'origin')
  if (!isPreflight(request)) return
  response.setHeader('access-control-allow-methods', 'POST')
  response.setHeader('access-control-allow-headers', 'authorization, content-type, mcp-protocol-version')
  response.setHeader('access-control-max-age', '600')
}

function tokenOf({ headers: { authorization = '' } }: http.IncomingMessage): string | undefined {
  return /^Bearer ([^\s]+)$/i.exec(authorization)?.[1]
}

function answer(response: http.ServerResponse, { status, message, headers }: Refusal): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify({ jsonrpc: '2.0', error: { code: -32_000, message }, id: null }))
}

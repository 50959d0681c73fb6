import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { toNodeHandler } from '@modelcontextprotocol/node'
import {
  createMcpHandler,
  validateHostHeader,
  type McpHandlerRequestOptions,
  type Server,
} from '@modelcontextprotocol/server'
import type { Authorization } from './authorization'
import { inUrl, type ListenerSettings } from './config'
import type { Offer } from './offer'
import { profileNames, type ProfileName } from './profiles'

const PATH = '/mcp'

/** The profiles by their paths. */
const paths = new Map<string, ProfileName | undefined>([
  [PATH, undefined],
  ...profileNames.map((name) => [`${PATH}/${name}`, name] as const),
])

/**
 * How long an idle connection stays open, as at the gateway. With the five seconds of Node, a busy client reuses
 * connections that are just being closed.
 */
const KEEP_ALIVE_MS = 72_000

/**
 * Streamable HTTP without sessions: each request is independent and uses its own token. So any replica can answer any
 * request, and the process stores nothing about accounts.
 */
export async function listen(
  { host, port, hosts, origins }: ListenerSettings,
  serverFor: (token: string, profile: ProfileName | undefined) => Server,
  oauth?: { readonly authorization: Authorization; readonly offerOf: (profile: ProfileName | undefined) => Offer },
): Promise<{ url: string; close: () => Promise<void> }> {
  // Requests of older revisions come without the envelope of 2026-07-28; the handler answers them by their own rules.
  const handler = createMcpHandler(
    ({ requestInfo, authInfo }) => {
      const { url, headers } = requestInfo!
      const token = authInfo?.extra?.credential ?? tokenOf(headers.get('authorization'))
      return serverFor(token as string, paths.get(new URL(url).pathname))
    },
    // Nothing ever changes that a client could subscribe to.
    { maxSubscriptions: 0 },
  )
  const onerror = (error: Error) => void process.stderr.write(`${error.stack ?? error.message}\n`)
  const handled = { fetch: oauth ? guarded(handler.fetch, oauth) : handler.fetch }
  const serve = toNodeHandler(handled, { onerror })
  const listener = http.createServer((request, response) => {
    const refusal = refuseHost(request, hosts)
    if (refusal) return answer(response, refusal)
    const metadata = oauth?.authorization.metadataAt(
      pathOf(request.url),
      (path) => paths.get(path),
      (path) => paths.has(path),
    )
    if (metadata) return answerPublic(request, response, metadata)
    allowPage(request, response, origins)
    const refused = refuse(request, origins, oauth !== undefined)
    if (refused) return answer(response, refused)
    if (isPreflight(request)) return void response.writeHead(204).end()
    void serve(request, response)
  })
  listener.keepAliveTimeout = KEEP_ALIVE_MS
  await new Promise<void>((listening, failed) => {
    listener.once('error', failed)
    listener.listen(port, host, listening)
  })
  const { port: taken } = listener.address() as AddressInfo
  return {
    url: `http://${inUrl(host)}:${taken}${PATH}`,
    close: () =>
      new Promise((closed) => {
        listener.close(() => closed())
        listener.closeAllConnections()
        void handler.close()
      }),
  }
}

interface Refusal {
  readonly status: number
  readonly message: string
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * Refuses a request for another host than those of this server. A page whose name an attacker points at this machine
 * (DNS rebinding) sends its own name here. Two `Host` headers are refused: a proxy may have checked the other one
 * (RFC 9112, section 3.2).
 */
function refuseHost({ headersDistinct }: http.IncomingMessage, hosts: readonly string[]): Refusal | undefined {
  const [host, ...more] = headersDistinct.host ?? []
  const isAllowed = more.length === 0 && validateHostHeader(host?.toLowerCase(), [...hosts]).ok
  return isAllowed ? undefined : { status: 403, message: 'MCP_HTTP_HOSTS of this server does not list this host.' }
}

/** The refusal of a request before the protocol starts; undefined if the request is valid. */
function refuse(request: http.IncomingMessage, origins: readonly string[], hasOAuth: boolean): Refusal | undefined {
  const { origin } = request.headers
  if (!paths.has(pathOf(request.url)))
    return { status: 404, message: `Assistants are served at ${[...paths.keys()].join(', ')}.` }
  // A page in a browser must not reach services that only that machine can reach.
  if (origin !== undefined && !origins.includes(origin))
    return { status: 403, message: `Pages of ${origin} may not send requests.` }
  if (isPreflight(request)) return undefined
  // The server never sends unrequested messages, so there is no stream to open and no session to end.
  if (request.method !== 'POST') return { status: 405, message: 'Use POST.', headers: { allow: 'POST' } }
  // With OAuth a request without a token is answered with where to get one.
  if (!hasOAuth && !tokenOf(request.headers.authorization))
    return {
      status: 401,
      message: 'Send the token of POST /v1/auth/login as Authorization: Bearer.',
      headers: { 'www-authenticate': 'Bearer' },
    }
  return undefined
}

/** Not parsed as a URL, because it may not be one. */
function pathOf(url = ''): string {
  return url.split('?', 1)[0]!
}

type Fetch = (request: Request, options?: McpHandlerRequestOptions) => Promise<Response>

/** Admits requests by their tokens before the protocol starts, and asks for more rights where a call needs them. */
function guarded(handle: Fetch, { authorization, offerOf }: NonNullable<Parameters<typeof listen>[2]>): Fetch {
  return async (request, options) => {
    const profile = paths.get(new URL(request.url).pathname)
    const admitted = await authorization.admit(tokenOf(request.headers.get('authorization')), profile)
    if ('refusal' in admitted) return admitted.refusal
    const { token, authInfo } = admitted
    if (!authInfo) return handle(request, options)
    const message: unknown = await request
      .clone()
      .json()
      .catch(() => undefined)
    for (const each of [message].flat()) {
      const challenge = authorization.challenge(each, authInfo, offerOf(profile))
      if (challenge) return challenge
    }
    return handle(request, { ...options, authInfo: { ...authInfo, extra: { credential: token } } })
  }
}

/** Answers with a document that any page may read. */
function answerPublic({ method = '' }: http.IncomingMessage, response: http.ServerResponse, document: object): void {
  response.setHeader('access-control-allow-origin', '*')
  if (method === 'OPTIONS') {
    response.setHeader('access-control-allow-headers', 'mcp-protocol-version')
    return void response.writeHead(204).end()
  }
  if (method !== 'GET') return answer(response, { status: 405, message: 'Use GET.', headers: { allow: 'GET' } })
  response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'max-age=300' })
  response.end(JSON.stringify(document))
}

/** Whether the request is a CORS preflight (Fetch Standard). */
function isPreflight({ method, headers }: http.IncomingMessage): boolean {
  return method === 'OPTIONS' && headers.origin !== undefined
}

/** Allows a page of a listed origin to send the headers of the protocol and to read the answer. */
function allowPage(request: http.IncomingMessage, response: http.ServerResponse, origins: readonly string[]): void {
  const { origin } = request.headers
  if (origin === undefined || !origins.includes(origin)) return
  response.setHeader('access-control-allow-origin', origin)
  response.setHeader('vary', 'origin')
  if (!isPreflight(request)) return
  response.setHeader('access-control-allow-methods', 'POST')
  response.setHeader(
    'access-control-allow-headers',
    'authorization, content-type, mcp-method, mcp-name, mcp-protocol-version',
  )
  response.setHeader('access-control-max-age', '600')
}

function tokenOf(authorization: string | null | undefined): string | undefined {
  return /^Bearer ([^\s]+)$/i.exec(authorization ?? '')?.[1]
}

function answer(response: http.ServerResponse, { status, message, headers }: Refusal): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify({ jsonrpc: '2.0', error: { code: -32_000, message }, id: null }))
}

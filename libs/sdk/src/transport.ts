import type https from 'node:https'
import { NoAnswer } from './api-error'

export interface Request {
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | undefined
  readonly signal: AbortSignal
}

export interface Response {
  readonly status: number
  readonly headers: { get(name: string): string | null }
  text(): Promise<string>
}

/** Sends one request; rejects only without an answer. */
export type Transport = (request: Request) => Promise<Response>

/** The `fetch` of the caller, or Node's HTTP client, or the global `fetch` outside Node. */
export function transportOf({ fetch, ca }: { fetch?: typeof globalThis.fetch; ca?: string }): Transport {
  const isNode = globalThis.process?.getBuiltinModule !== undefined
  return fetch || !isNode
    ? fetchTransport(fetch ?? globalThis.fetch)
    : nodeTransport({ ...(ca !== undefined && { ca }) })
}

/** Sends requests over keep-alive connections. `ca` is the PEM text of the only trusted authority. */
function nodeTransport({ ca }: { ca?: string } = {}): Transport {
  // Not imported, because browsers do not have these modules.
  const http = process.getBuiltinModule('node:http')
  const https = process.getBuiltinModule('node:https')
  const plain = new http.Agent({ keepAlive: true })
  const secure = new https.Agent({ keepAlive: true, ...(ca !== undefined && { ca }) })
  return ({ url, method, headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const isSecure = url.protocol === 'https:'
      const options = { method, headers: withLength(headers, body), signal, agent: isSecure ? secure : plain }
      const request = (isSecure ? https : http).request(url, options as https.RequestOptions, (incoming) => {
        const chunks: Buffer[] = []
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
        incoming.on('error', (error) => reject(noAnswer(url, error)))
        incoming.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8')
          resolve({
            status: incoming.statusCode ?? 0,
            headers: { get: (name) => [incoming.headers[name.toLowerCase()] ?? null].flat()[0] ?? null },
            text: async () => text,
          })
        })
      })
      request.on('error', (error) => reject(noAnswer(url, error)))
      request.end(body)
    })
}

/** Sends requests with the given `fetch`. */
function fetchTransport(fetch: typeof globalThis.fetch): Transport {
  return async ({ url, ...init }) => {
    try {
      return await fetch(url, init)
    } catch (error) {
      throw noAnswer(url, error)
    }
  }
}

/** Sets the length, because some proxies refuse chunked bodies. */
function withLength(headers: Readonly<Record<string, string>>, body: string | undefined): Record<string, string> {
  return { ...headers, ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }) }
}

function noAnswer(url: URL, cause: unknown): NoAnswer {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new NoAnswer(`No answer from ${url.origin}: ${reason}`, { cause })
}

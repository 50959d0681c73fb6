import { request as ask, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Destination } from './destination'
import { EgressFailed } from './egress-error'

export interface EgressRequest {
  readonly method: 'POST' | 'GET'
  /** Names in any case. Host, length and connection are set here. */
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** Milliseconds for all of it: look-up, connection, TLS, and the part of the answer that is kept. */
  readonly timeoutMs: number
  /** Octets of the body of the answer that are kept. The connection is closed after them. */
  readonly keepBytes: number
  /** Whether the URL may have http://, and the server any certificate: for requests that contain no secret. */
  readonly acceptsAnyServer?: boolean
  /** Ends the request. */
  readonly signal?: AbortSignal
}

export interface EgressAnswer {
  readonly status: number
  /** Names in lower case; the values of repeated ones joined by commas. */
  readonly headers: Readonly<Record<string, string>>
  /** Text as the other side sent it, read as UTF-8: it may have any character, U+0000 too. */
  readonly body: string
  /** Whether the body was longer than what was kept. */
  readonly isCut: boolean
  /** Milliseconds from the call to the end of the answer. */
  readonly ms: number
}

/** Octets that the header of an answer may have. */
const MOST_HEADER_OCTETS = 16_384

/** Sends one request over a connection of its own. Follows no redirect. Throws EgressFailed. */
export function exchange(
  socket: Socket,
  { url, host }: Destination,
  { method, headers, body = '', keepBytes }: EgressRequest,
): Promise<Omit<EgressAnswer, 'ms'>> {
  return new Promise((resolve, reject) => {
    const fail = (cause: unknown) => reject(failure(host, cause))
    const asked = ask({
      createConnection: () => socket,
      method,
      path: `${url.pathname}${url.search}`,
      headers: {
        ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
        host: url.host,
        connection: 'close',
        ...(method === 'POST' && { 'content-length': Buffer.byteLength(body) }),
      },
      maxHeaderSize: MOST_HEADER_OCTETS,
    })
    asked.on('error', fail)
    asked.on('upgrade', (_, upgraded) => {
      upgraded.destroy()
      fail(new Error('the answer changes the protocol'))
    })
    asked.on('response', (answer) => {
      read(answer, keepBytes).then(
        (kept) => resolve({ status: answer.statusCode!, headers: textsOf(answer.headers), ...kept }),
        fail,
      )
    })
    asked.end(method === 'POST' ? body : undefined)
  })
}

async function read(answer: IncomingMessage, keepBytes: number): Promise<Pick<EgressAnswer, 'body' | 'isCut'>> {
  const chunks: Buffer[] = []
  let octets = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    octets += chunk.length
    if (octets > keepBytes) break
  }
  const kept = Buffer.concat(chunks).subarray(0, keepBytes)
  return { body: new TextDecoder().decode(kept), isCut: octets > keepBytes }
}

const textsOf = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value ?? []].flat().join(', ')]))

function failure(host: string, cause: unknown): EgressFailed {
  const { code = '' } = cause as NodeJS.ErrnoException
  const isNotHttp = code.startsWith('HPE_')
  const tooLong = code === 'HPE_HEADER_OVERFLOW'
  const what = tooLong ? 'has too long a header' : isNotHttp ? 'is not HTTP' : 'ended before it was complete'
  return new EgressFailed('broken', `the answer of ${host} ${what}`, { cause })
}

import type { IncomingHttpHeaders } from 'node:http'
import { request } from 'node:https'
import { text as readAll } from 'node:stream/consumers'

/** The envelope of every answer, as a client that knows no types sees it. */
export interface Envelope {
  readonly code: number
  readonly desc: string
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- whatever an operation answers; the test says what
  readonly data: any
  readonly warnings?: readonly unknown[]
}

export interface Answered {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
  readonly json: Envelope
}

export interface Asked {
  /** An object is sent as JSON, a text as it is. */
  readonly body?: object | string
  readonly headers?: Readonly<Record<string, string>>
}

/** Sends one request over TLS, on a connection of its own. */
export function ask(
  { url, authority }: { readonly url: string; readonly authority: Buffer },
  method: string,
  path: string,
  { body, headers = {} }: Asked = {},
): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const sent = request(new URL(path, url), { method, ca: authority, headers, agent: false }, (response) => {
      readAll(response).then((text) => {
        const { statusCode: status, headers } = response
        resolve({ status: status!, headers, text, json: JSON.parse(text) as Envelope })
      }, reject)
    })
    sent.once('error', reject)
    sent.end(typeof body === 'object' ? JSON.stringify(body) : body)
  })
}

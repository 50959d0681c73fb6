import type { IncomingHttpHeaders } from 'node:http'
import { request } from 'node:https'
import { text as readAll } from 'node:stream/consumers'
import { mustBeAsDescribed } from './described'

/** The envelope of every answer, as an untyped client sees it. */
export interface Envelope {
  readonly code: number
  readonly desc: string
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the result type depends on the operation
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
  /** An object is sent as JSON, a text unchanged. */
  readonly body?: object | string
  readonly headers?: Readonly<Record<string, string>>
}

/** The URL of a server, and the certificate authority that the client trusts. */
export interface Trusted {
  readonly url: string
  readonly authority: Buffer
}

/** Sends one request to an operation. An answer that does not conform to the API description fails the test. */
export async function ask(trusted: Trusted, method: string, path: string, asked?: Asked): Promise<Answered> {
  const answer = await open(trusted, method, path, asked)
  const json = JSON.parse(answer.text) as Envelope
  mustBeAsDescribed(method, path, { ...answer, json })
  return { ...answer, json }
}

/** Sends one request over a new TLS connection. The body is not parsed, so it may be a page. */
export function open(
  { url, authority }: Trusted,
  method: string,
  path: string,
  { body, headers = {} }: Asked = {},
): Promise<Omit<Answered, 'json'>> {
  return new Promise((resolve, reject) => {
    const sent = request(new URL(path, url), { method, ca: authority, headers, agent: false }, (response) => {
      readAll(response).then((text) => {
        const { statusCode: status, headers } = response
        resolve({ status: status!, headers, text })
      }, reject)
    })
    sent.once('error', reject)
    sent.end(typeof body === 'object' ? JSON.stringify(body) : body)
  })
}

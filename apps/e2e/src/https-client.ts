import type { IncomingHttpHeaders } from 'node:http'
import { request } from 'node:https'
import { text as readAll } from 'node:stream/consumers'
import { mustBeAsDescribed } from './described'

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

/** Where to ask, and whom to trust. */
export interface Trusted {
  readonly url: string
  readonly authority: Buffer
}

/** Sends one request to an operation; an answer that is not as the API is described fails the test. */
export async function ask(trusted: Trusted, method: string, path: string, asked?: Asked): Promise<Answered> {
  const answer = await open(trusted, method, path, asked)
  const json = JSON.parse(answer.text) as Envelope
  mustBeAsDescribed(method, path, { ...answer, json })
  return { ...answer, json }
}

/** Sends one request over TLS, on a connection of its own; a page comes as it is. */
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

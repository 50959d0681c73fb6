import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'

/** A request that reached a receiver. */
export interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
  /** Answers it; a request without an answer stays open. */
  answer(status: number, body?: string): void
}

/** A certificate with its key. */
interface Pem {
  readonly cert: string
  readonly key: string
}

/** Receivers of webhooks: a web server on this machine; each path is a receiver of its own. */
export class Receivers {
  private readonly requests: Received[] = []
  private readonly behaviours = new Map<string, (request: Received) => void>()
  private readonly server

  private constructor(private readonly pem?: Pem) {
    this.server = pem ? createSecureServer(pem) : createServer()
  }

  /** @param pem Certificate and key of `https`; by default the server speaks `http`. */
  static async listen(pem?: Pem): Promise<Receivers> {
    const receivers = new Receivers(pem)
    receivers.server.on('request', (request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const path = request.url!
        const received = {
          path,
          headers: request.headers,
          body: Buffer.concat(chunks).toString(),
          answer: (status: number, body = '') => void response.writeHead(status).end(body),
        }
        receivers.requests.push(received)
        const behave = receivers.behaviours.get(path) ?? ((each: Received) => each.answer(200))
        behave(received)
      })
    })
    await once(receivers.server.listen(0, '127.0.0.1'), 'listening')
    return receivers
  }

  url(path: string): string {
    return `${this.pem ? 'https' : 'http'}://127.0.0.1:${(this.server.address() as AddressInfo).port}${path}`
  }

  /** What a receiver does with requests from now on; without it, it accepts them. */
  behave(path: string, behaviour: (request: Received) => void): void {
    this.behaviours.set(path, behaviour)
  }

  /** The requests of a receiver, oldest first. */
  of(path: string): Received[] {
    return this.requests.filter((each) => each.path === path)
  }

  async close(): Promise<void> {
    this.server.closeAllConnections()
    await new Promise((resolve) => this.server.close(resolve))
  }
}

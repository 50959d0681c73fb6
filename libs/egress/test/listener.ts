import { once } from 'node:events'
import { createServer as httpServer, type IncomingMessage, type RequestListener } from 'node:http'
import { createServer as httpsServer } from 'node:https'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'

/** A server of a test, and every connection and request that reached it. */
export interface Listener {
  readonly port: number
  readonly connections: Socket[]
  readonly requests: {
    readonly method: string
    readonly url: string
    readonly headers: object
    readonly body: string
  }[]
  close(): Promise<void>
}

interface Pem {
  readonly cert: string
  readonly key: string
}

/** Starts a web server, with TLS if it has a certificate. */
export async function webServer(behave: RequestListener, pem?: Pem): Promise<Listener> {
  const requests: Listener['requests'] = []
  const answer: RequestListener = async (request, response) => {
    const { method = '', url = '', headers } = request
    requests.push({ method, url, headers, body: await bodyOf(request) })
    behave(request, response)
  }
  return { ...(await listening(pem ? httpsServer(pem, answer) : httpServer(answer))), requests }
}

/** Starts a server that does with its connections what a test says. */
export async function rawServer(behave: (socket: Socket) => void): Promise<Listener> {
  return { ...(await listening(createServer(behave))), requests: [] }
}

/**
 * Starts a proxy (CONNECT) that leads connections to one port of this machine, answers a target with another status, or
 * stays silent. Its requests are the targets that it was asked for.
 */
export async function proxyTo(
  port: number,
  answerTo: (target: string) => number | 'nothing' = () => 200,
): Promise<Listener> {
  const requests: Listener['requests'] = []
  const server = httpServer()
  server.on('connect', ({ method = '', url = '', headers }: IncomingMessage, client: Socket) => {
    requests.push({ method, url, headers, body: '' })
    const status = answerTo(url)
    if (status === 'nothing') return client.resume().once('end', () => client.end())
    if (status !== 200) return client.end(`HTTP/1.1 ${status} No\r\ncontent-length: 0\r\n\r\n`)
    const behind = connect(port, '127.0.0.1').on('error', () => client.destroy())
    client.write('HTTP/1.1 200 OK\r\n\r\n')
    return client
      .on('error', () => behind.destroy())
      .pipe(behind)
      .pipe(client)
  })
  return { ...(await listening(server)), requests }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request.setEncoding('utf8')) body += chunk
  return body
}

async function listening(server: Server): Promise<Omit<Listener, 'requests'>> {
  const connections: Socket[] = []
  server.on('connection', (socket) => connections.push(socket.on('error', () => undefined)))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    connections,
    async close() {
      const closed = once(server.close(), 'close')
      for (const socket of connections) socket.destroy()
      await closed
    },
  }
}

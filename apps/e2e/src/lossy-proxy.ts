import { once } from 'node:events'
import { createServer, request, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'

/** What is lost of the next request that matches: the request, or the answer to it. */
export interface Loss {
  readonly method: string
  readonly path: RegExp
  readonly what: 'answer' | 'request'
}

/**
 * What becomes of a request whose client gets no answer: it never arrives, it arrives when the client has given up, it is
 * being carried out when the connection ends, or it was carried out and its answer is lost.
 */
export type Fate = 'never arrives' | 'arrives late' | 'is cut off' | 'loses its answer'

/** How long a late request takes. */
const LATE_MS = 700

/** A request at which the proxy stops. */
interface Stop {
  readonly at: number
  readonly fate: Fate
  readonly reached: () => void
  readonly ended: Promise<void>
}

/** An HTTP proxy that loses chosen requests or answers, as a network does: the connection ends without an answer. */
export async function lossyProxy(port: number) {
  const losses: Loss[] = []
  let seen: string[] = []
  let stop: Stop | undefined
  let removed: string | undefined

  const send = async ({ method = '', url = '', headers }: IncomingMessage, body: Buffer) => {
    const { [removed ?? '']: _, ...kept } = headers
    const sent = request({ host: '127.0.0.1', port, method, path: url, headers: kept })
    sent.end(body)
    const [response] = (await once(sent, 'response')) as [
      NodeJS.ReadableStream & { statusCode: number; headers: object },
    ]
    return { status: response.statusCode, headers: { ...response.headers }, answer: await buffer(response) }
  }
  const suffer = async (incoming: IncomingMessage, body: Buffer, { fate, reached, ended }: Stop) => {
    if (fate === 'loses its answer') await send(incoming, body)
    const open = fate === 'is cut off' ? send(incoming, body) : undefined
    reached()
    await ended
    incoming.socket.destroy()
    await open
    if (fate !== 'arrives late') return
    await pause(LATE_MS)
    await send(incoming, body)
  }
  const server = createServer((incoming, outgoing) => {
    const forward = async () => {
      const { method = '', url = '' } = incoming
      const body = await buffer(incoming)
      const index = losses.findIndex((loss) => loss.method === method && loss.path.test(url))
      const [loss] = index < 0 ? [] : losses.splice(index, 1)
      if (loss?.what === 'request') return void incoming.socket.destroy()
      seen.push(`${method} ${url.replace(/^\/v1\/|\?.*/g, '').replace(/\/\d+/, '/:id')}`)
      const stopped = stop?.at === seen.length - 1 ? stop : undefined
      if (stopped) return suffer(incoming, body, stopped)
      const { status, headers, answer } = await send(incoming, body)
      if (loss) return void incoming.socket.destroy()
      outgoing.writeHead(status, headers).end(answer)
    }
    forward().catch(() => incoming.socket.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Loses the next request that matches. */
    lose(loss: Loss): void {
      losses.push(loss)
    },
    /** Removes a header from every request. */
    remove(header: string): void {
      removed = header
    },
    /** Returns the requests since the last call, such as `POST domains/:id/renew`, and begins to count again. */
    requests(): string[] {
      const until = seen
      seen = []
      return until
    },
    /**
     * Stops at a request, counted from 0 since the last call of `requests`. Resolves when the request is stopped, with the
     * function that ends its connection.
     */
    async stopAt(at: number, fate: Fate): Promise<() => void> {
      let end = (): void => undefined
      const ended = new Promise<void>((resolve) => (end = resolve))
      await new Promise<void>((reached) => (stop = { at, fate, ended, reached }))
      stop = undefined
      return end
    },
    async close(): Promise<void> {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

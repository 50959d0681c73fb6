import { once } from 'node:events'
import net, { type AddressInfo, type Socket } from 'node:net'
import { Transform } from 'node:stream'

/** A proxy in front of a server. The test can interrupt its connections. */
export interface Proxy {
  /** The URL of the server with the address of the proxy. */
  readonly url: string
  /** The most connections that clients had open at the same time, without silent ones. */
  readonly most: () => number
  /** The connections that clients have open now, without silent ones. */
  readonly open: () => number
  /** The URL of another database or virtual host of the server, through the proxy. */
  to(url: string): string
  /** Drops every connection and accepts none until `restore`. */
  cut(): void
  /**
   * Drops all bytes in both directions and closes no connection until `restore`, like a firewall that drops packets.
   * Silent connections stay silent afterwards.
   */
  silence(): void
  /** Makes the open connections silent from now on, like a restarted firewall that lost their state. */
  silenceOpen(): void
  /** Delays all bytes in both directions by so many milliseconds until `restore`. */
  slow(ms: number): void
  /** Accepts and forwards new connections again, without a delay. */
  restore(): void
  close(): Promise<void>
}

const USUAL_PORTS: Readonly<Record<string, number>> = { 'amqp:': 5672, 'postgres:': 5432, 'postgresql:': 5432 }

export async function proxyTo(target: string): Promise<Proxy> {
  const { hostname, port, protocol } = new URL(target)
  const sockets = new Set<Socket>()
  const open = new Set<Socket>()
  let most = 0
  let state: 'open' | 'refusing' | 'silent' = 'open'
  let delayMs = 0
  const delayed = () =>
    new Transform({
      transform: (chunk, _encoding, done) => {
        if (delayMs === 0) done(null, chunk)
        else setTimeout(done, delayMs, null, chunk)
      },
    })
  const track = (socket: Socket): Socket => {
    sockets.add(socket)
    return socket
      .setNoDelay(true)
      .on('error', () => {})
      .once('close', () => sockets.delete(socket))
  }
  const server = net.createServer((inbound) => {
    if (state === 'refusing') return void inbound.destroy()
    track(inbound)
    if (state === 'silent') return void inbound.pause()
    open.add(inbound.once('end', () => open.delete(inbound)).once('close', () => open.delete(inbound)))
    most = Math.max(most, open.size)
    const outbound = track(net.connect(Number(port || USUAL_PORTS[protocol]), hostname))
    const relay = (from: Socket, to: Socket): void => {
      from.once('close', () => to.destroy())
      from.pipe(delayed()).pipe(to)
    }
    relay(inbound, outbound)
    relay(outbound, inbound)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const to = (other: string): string => {
    const url = new URL(other)
    url.hostname = '127.0.0.1'
    url.port = String((server.address() as AddressInfo).port)
    return url.href
  }
  const cut = (): void => {
    state = 'refusing'
    for (const socket of sockets) socket.destroy()
  }
  const silenceOpen = (): void => {
    for (const socket of sockets) socket.unpipe().pause()
    open.clear()
  }
  return {
    url: to(target),
    most: () => most,
    open: () => open.size,
    to,
    cut,
    silence: () => {
      state = 'silent'
      silenceOpen()
    },
    silenceOpen,
    slow: (ms) => {
      delayMs = ms
    },
    restore: () => {
      state = 'open'
      delayMs = 0
    },
    close: async () => {
      cut()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

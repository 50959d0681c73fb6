import { once } from 'node:events'
import net, { type AddressInfo, type Socket } from 'node:net'

/** A way to a server that the test can break. */
export interface Proxy {
  /** The address of the server, by this way. */
  readonly url: string
  /** The same way to another database or virtual host of the server. */
  to(url: string): string
  /** Drops every connection and accepts none until `mend`. */
  cut(): void
  /**
   * Lets no byte through in either direction and closes nothing, like a firewall that drops packets, until `mend`.
   * Connections that were silent stay silent afterwards.
   */
  silence(): void
  /** Drops the state of connections that are open, like a firewall that was restarted: they are silent from now on. */
  forget(): void
  mend(): void
  close(): Promise<void>
}

const USUAL_PORTS: Readonly<Record<string, number>> = { 'amqp:': 5672, 'postgres:': 5432, 'postgresql:': 5432 }

export async function proxyTo(target: string): Promise<Proxy> {
  const { hostname, port, protocol } = new URL(target)
  const sockets = new Set<Socket>()
  let mood: 'open' | 'refusing' | 'silent' = 'open'
  const keep = (socket: Socket): Socket => {
    sockets.add(socket)
    return socket
      .setNoDelay(true)
      .on('error', () => {})
      .once('close', () => sockets.delete(socket))
  }
  const server = net.createServer((inbound) => {
    if (mood === 'refusing') return void inbound.destroy()
    keep(inbound)
    if (mood === 'silent') return void inbound.pause()
    const outbound = keep(net.connect(Number(port || USUAL_PORTS[protocol]), hostname))
    const relay = (from: Socket, to: Socket): void => {
      from.once('close', () => to.destroy())
      from.pipe(to)
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
    mood = 'refusing'
    for (const socket of sockets) socket.destroy()
  }
  const forget = (): void => {
    for (const socket of sockets) socket.unpipe().pause()
  }
  return {
    url: to(target),
    to,
    cut,
    silence: () => {
      mood = 'silent'
      forget()
    },
    forget,
    mend: () => {
      mood = 'open'
    },
    close: async () => {
      cut()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

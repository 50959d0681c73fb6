import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A proxy that can become silent: it drops packets, and the clients do not learn that a connection has ended. */
export interface SilentProxy {
  /** The server's URL with the address of the proxy. */
  readonly url: string
  /**
   * Drops all packets of open and new connections from now on. On the side of the server the open connections stay open
   * (`kept`) or are closed (`ended`).
   */
  silence(serverSide: 'kept' | 'ended'): void
  /** Accepts new connections again. Silent connections stay silent. */
  restore(): void
  close(): Promise<void>
}

/**
 * Opens a proxy in front of the server of a URL such as `postgres://…`, whose clients send the first packet. Only
 * connections whose first packet contains the text `only` become silent; by default all do.
 */
export async function silentProxy(target: string, only = ''): Promise<SilentProxy> {
  const url = new URL(target)
  const [host, port] = [url.hostname, Number(url.port)]
  const pairs = new Set<{ readonly client: Socket; readonly server: Socket; readonly mayBeSilent: boolean }>()
  const clients = new Set<Socket>()
  let isSilent = false

  const proxy = createServer((client) => {
    clients.add(client.on('error', () => undefined).on('close', () => clients.delete(client)))
    client.once('data', (first) => {
      const mayBeSilent = first.includes(only)
      if (isSilent && mayBeSilent) return void client.pause()
      const server = connect(port, host)
      const pair = { client, server, mayBeSilent }
      pairs.add(pair)
      server.write(first)
      client.pipe(server)
      server.pipe(client)
      const end = () => {
        if (!pairs.delete(pair)) return
        client.destroy()
        server.destroy()
      }
      server.on('error', end).on('close', end)
      client.on('close', end)
    })
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  url.hostname = '127.0.0.1'
  url.port = String((proxy.address() as AddressInfo).port)

  const silenced = new Set<Socket>()
  return {
    url: url.toString(),
    silence(serverSide) {
      isSilent = true
      for (const pair of pairs) {
        const { client, server, mayBeSilent } = pair
        if (!mayBeSilent) continue
        pairs.delete(pair)
        client.unpipe(server).pause()
        server.unpipe(client).pause()
        if (serverSide === 'ended') server.destroy()
        else silenced.add(server)
      }
    },
    restore() {
      isSilent = false
    },
    async close() {
      const ended = once(proxy.close(), 'close')
      for (const { server } of pairs) server.destroy()
      for (const socket of [...clients, ...silenced]) socket.destroy()
      await ended
    },
  }
}

import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A way to a server that can fall silent: packets are dropped, and no connection is told that it has ended. */
export interface SilentProxy {
  /** The server's URL with the address of the proxy. */
  readonly url: string
  /**
   * Drops all packets from now on, of open connections and of new ones. The server keeps its side of the open ones, or
   * has `ended` it.
   */
  silence(serverSide: 'kept' | 'ended'): void
  /** Lets new connections through. Those that were open stay silent. */
  restore(): void
  close(): Promise<void>
}

/**
 * Opens a proxy before the server of a URL such as `postgres://…`, whose clients speak first. Only connections whose
 * first packet holds the text `only` fall silent, or all of them.
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

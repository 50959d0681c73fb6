import { execFile } from 'node:child_process'
import { once } from 'node:events'
import net, { type AddressInfo, type Socket } from 'node:net'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A place of the test's own at a broker. */
export interface Broker {
  readonly url: string
  remove(): Promise<void>
}

/** A virtual host of its own where the broker's control tool is at hand, else the broker as it was given. */
export async function ownBroker(url: string): Promise<Broker> {
  const vhost = `messaging-${process.pid}-${Math.random().toString(36).slice(2, 8)}`
  try {
    await run('rabbitmqctl', ['-q', 'add_vhost', vhost])
    const user = new URL(url).username || 'guest'
    await run('rabbitmqctl', ['-q', 'set_permissions', '-p', vhost, user, '.*', '.*', '.*'])
  } catch {
    return { url, remove: async () => {} }
  }
  const own = new URL(url)
  own.pathname = `/${vhost}`
  return {
    url: own.href,
    remove: async () => {
      await run('rabbitmqctl', ['-q', 'delete_vhost', vhost])
    },
  }
}

/** A way to the broker that the test can cut. */
export interface Proxy {
  readonly url: string
  /** Drops every connection; with `refuse`, lets none through until `mend`. */
  cut(options?: { readonly refuse: boolean }): void
  mend(): void
  close(): Promise<void>
}

export async function proxyTo(target: string): Promise<Proxy> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let refusing = false
  const server = net.createServer((inbound) => {
    if (refusing) return inbound.destroy()
    const outbound = net.connect(Number(port || 5672), hostname)
    for (const [from, to] of [
      [inbound, outbound],
      [outbound, inbound],
    ] as const) {
      sockets.add(from)
      from.setNoDelay(true)
      from.on('error', () => {})
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
      from.pipe(to)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(target)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  const cut = (options?: { readonly refuse: boolean }): void => {
    refusing = options?.refuse ?? false
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: url.href,
    cut,
    mend: () => (refusing = false),
    close: async () => {
      cut()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

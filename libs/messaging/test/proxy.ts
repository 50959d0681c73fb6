import { once } from 'node:events'
import net, { type AddressInfo, type Socket } from 'node:net'

/** A way to the broker that the test can cut. */
export interface Proxy {
  readonly url: string
  /** Drops every connection and lets none through until `mend`. */
  cut(): void
  mend(): void
  close(): Promise<void>
}

export async function proxyTo(target: string): Promise<Proxy> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let refusing = false
  const server = net.createServer((inbound) => {
    if (refusing) {
      inbound.destroy()
      return
    }
    const outbound = net.connect(Number(port || 5672), hostname)
    const relay = (from: Socket, to: Socket): void => {
      sockets.add(from)
      from.setNoDelay(true)
      from.on('error', () => {})
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
      from.pipe(to)
    }
    relay(inbound, outbound)
    relay(outbound, inbound)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(target)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  const cut = (): void => {
    refusing = true
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: url.href,
    cut,
    mend: () => {
      refusing = false
    },
    close: async () => {
      cut()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

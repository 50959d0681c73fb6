import { createServer, connect as connectTcp, type Server, type Socket } from 'node:net'

/** Opens a proxy to the broker. While the proxy is shut, the broker cannot be reached. */
export async function openProxy(brokerUrl: string) {
  const target = new URL(brokerUrl)
  const sockets = new Set<Socket>()
  let open = true
  const server: Server = createServer((near) => {
    if (!open) return near.destroy()
    const far = connectTcp(Number(target.port || 5672), target.hostname)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.pipe(other)
      one.on('error', () => other.destroy()).on('close', () => (other.destroy(), sockets.delete(one)))
    }
    return undefined
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(brokerUrl)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as { port: number }).port)
  return {
    url: url.href,
    shut() {
      open = false
      for (const socket of sockets) socket.destroy()
    },
    reopen: () => void (open = true),
    close: () => new Promise<void>((resolve) => (server.close(() => resolve()), sockets.forEach((s) => s.destroy()))),
  }
}

export type Proxy = Awaited<ReturnType<typeof openProxy>>

import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import type { Ports } from '@nameyard/embedded/platform/settings'

/** Ports that nobody listens on, all different. */
export async function freePorts(): Promise<Ports> {
  const servers = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const server = createServer().listen(0, '127.0.0.1')
      await once(server, 'listening')
      return server
    }),
  )
  const [https, dns, epp, control] = servers.map((server) => (server.address() as AddressInfo).port)
  await Promise.all(servers.map((server) => once(server.close(), 'close')))
  return { https: https!, dns: dns!, epp: epp!, control: control! }
}

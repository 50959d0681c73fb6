import { randomInt } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * The ports of outgoing connections begin at 32768 on Linux (ip_local_port_range), and higher on other systems. No
 * outgoing connection uses a port below them, so such a port stays free until the test listens on it.
 */
const [FIRST, BEYOND] = [10_000, 32_768]

const refusals: ReadonlySet<unknown> = new Set(['EADDRINUSE', 'EACCES'])

const given = new Set<number>()

/** Returns a port of 127.0.0.1 that is free for TCP and UDP; another one each time. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, BEYOND)
    if (given.has(port)) continue
    given.add(port)
    const [server, socket] = [createServer(), createSocket('udp4')]
    try {
      await once(server.listen(port, '127.0.0.1'), 'listening')
      await once(socket.bind(port, '127.0.0.1'), 'listening')
      return port
    } catch (error) {
      if (!refusals.has((error as NodeJS.ErrnoException).code)) throw error
    } finally {
      await new Promise((resolve) => server.close(resolve))
      await new Promise<void>((resolve) => socket.close(resolve))
    }
  }
}

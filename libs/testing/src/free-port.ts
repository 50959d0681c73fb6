import { randomInt } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Ports that a system gives to outgoing connections begin at 32768 on Linux (ip_local_port_range), and above that
 * elsewhere. One below them stays free until whom it is for listens on it, however many connections are made meanwhile.
 */
const [FIRST, BEYOND] = [10_000, 32_768]

const refusals: ReadonlySet<unknown> = new Set(['EADDRINUSE', 'EACCES'])

const given = new Set<number>()

/** A port of 127.0.0.1 on which nobody listens, neither by TCP nor by UDP; another one each time. */
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

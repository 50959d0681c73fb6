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

/**
 * Test processes of one run. Between the choice of a port and the listener, a port looks free to all of them, so each
 * chooses from ports of its own.
 */
const PROCESSES = 16

/** Returns a random port of those that belong to a test process (`JEST_WORKER_ID`, from 1). */
export function anyPort(process: number): number {
  return randomInt(FIRST / PROCESSES, BEYOND / PROCESSES) * PROCESSES + (process % PROCESSES)
}

/** Returns a port of 127.0.0.1 that is free for TCP and UDP; another one each time, and in each test process. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = anyPort(Number(process.env.JEST_WORKER_ID ?? 0))
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

import { randomInt } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'

/**
 * The ports of outgoing connections begin at 32768 on Linux (ip_local_port_range), and higher on other systems. No
 * outgoing connection uses a port below them, so such a port stays free until the test listens on it.
 */
const [FIRST, BEYOND] = [10_000, 32_768]

const refusals: ReadonlySet<unknown> = new Set(['EADDRINUSE', 'EACCES'])

/**
 * A file for each chosen port, with the id of the process that chose it. Between the choice of a port and the listener, a
 * port looks free to all test processes, of this run and of others on the machine.
 */
export const claims = join(tmpdir(), `nameyard-ports-${userInfo().username}`)

/** Makes a port that of a process, as long as that runs; false if it belongs to one already. */
export function claimPort(port: number, pid = process.pid): boolean {
  mkdirSync(claims, { recursive: true })
  const file = join(claims, String(port))
  try {
    writeFileSync(file, String(pid), { flag: 'wx' })
    return true
  } catch {
    if (!isRunning(file)) rmSync(file, { force: true })
    return false
  }
}

function isRunning(file: string): boolean {
  try {
    return process.kill(Number(readFileSync(file, 'utf8')), 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Returns a port of 127.0.0.1 that is free for TCP and UDP; another one each time, and in each test process. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, BEYOND)
    if (!claimPort(port)) continue
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

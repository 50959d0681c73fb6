import { createHash } from 'node:crypto'
import { mkdirSync, realpathSync, rmSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Locks a data folder for one process. The lock is a listening local socket: the operating system closes it when the
 * process ends, even by a kill. A file with a process id would remain.
 *
 * @returns a function that releases the lock
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const name = `nameyard-${createHash('sha256').update(realpathSync(folder)).digest('hex').slice(0, 24)}`
  const path = process.platform === 'linux' ? `\0${name}` : join(tmpdir(), name)
  const server = (await listen(path)) ?? ((await isAnswered(path)) ? undefined : await listenAnew(path))
  if (!server) throw new Error(`Another process uses the data folder ${folder}: stop it first.`)
  server.unref()
  return () => new Promise((resolve) => server.ref().close(() => resolve()))
}

function listen(path: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(undefined)
      else reject(error)
    })
    server.listen(path, () => resolve(server))
  })
}

function isAnswered(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path, () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

/** A socket file without a listener was left by a process that was killed. */
function listenAnew(path: string): Promise<Server | undefined> {
  rmSync(path, { force: true })
  return listen(path)
}

import { createHash } from 'node:crypto'
import { mkdirSync, realpathSync, rmSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Makes sure that one process only works on a data folder. The lock is a listening local socket, so that the
 * operating system ends it with the process, however that dies; a file with a process number would not do that.
 *
 * @returns releases the lock
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const name = `nameyard-${createHash('sha256').update(realpathSync(folder)).digest('hex').slice(0, 24)}`
  const path = process.platform === 'linux' ? `\0${name}` : join(tmpdir(), name)
  const server = (await listen(path)) ?? ((await isAnswered(path)) ? undefined : await listenAnew(path))
  if (!server) throw new Error(`Another process works on the data folder ${folder}.`)
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

/** A socket file that nobody answers was left by a process that died. */
function listenAnew(path: string): Promise<Server | undefined> {
  rmSync(path, { force: true })
  return listen(path)
}

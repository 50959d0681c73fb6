import { startPostgres } from '@nameyard/embedded/postgres/postgres'
import { Client } from 'pg'
import { temporaryFolder } from './platform'

/** A database server of a test's own that can be killed, and started again on what it has committed. */
export interface BreakableDatabase {
  readonly url: string
  /** Ends the server as `kill -9` does; its sessions end with it. */
  kill(): Promise<void>
  restore(): Promise<void>
  close(): Promise<void>
}

/** A server that keeps what it confirms, whatever ends it, with one empty database. */
export async function breakableDatabase(): Promise<BreakableDatabase> {
  const dataFolder = temporaryFolder()
  let server = await startPostgres({ dataFolder })
  const { port } = server
  const administrator = new Client({ connectionString: server.url })
  await administrator.connect()
  await administrator.query('create database nameyard')
  await administrator.end()
  const url = new URL(server.url)
  url.pathname = '/nameyard'
  return {
    url: url.toString(),
    kill: async () => {
      process.kill(server.pid, 'SIGKILL')
      await server.stop()
    },
    restore: async () => void (server = await startPostgres({ dataFolder, port })),
    close: () => server.stop(),
  }
}

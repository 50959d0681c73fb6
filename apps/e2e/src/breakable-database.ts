import { Client } from 'pg'
import { startPostgres } from '@nameyard/embedded/postgres/postgres'

/** A database server for one test, which can be killed and restarted with everything that it has committed. */
export interface BreakableDatabase {
  readonly url: string
  /** Ends the server as `kill -9` does, with all its sessions. */
  kill(): Promise<void>
  restore(): Promise<void>
  close(): Promise<void>
}

/** Starts a server with one empty database in an empty folder. Every confirmed commit survives a kill. */
export async function breakableDatabase(dataFolder: string): Promise<BreakableDatabase> {
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

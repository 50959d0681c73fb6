import { Client } from 'pg'
import { eventually } from './eventually'

/** An open transaction of a test. It holds locks, so that a test decides what another session meets in which order. */
export async function openTransaction(url: string) {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query('select pg_backend_pid() as pid')
  await client.query('begin')
  return {
    query: (text: string, values: unknown[] = []) => client.query(text, values),
    /** Resolves when another session waits for a lock of this transaction. */
    async blocks(what: string): Promise<void> {
      const observer = new Client({ connectionString: url })
      await observer.connect()
      const waiting = 'select from pg_stat_activity where $1 = any(pg_blocking_pids(pid))'
      try {
        await eventually(async () => (await observer.query(waiting, [rows[0].pid])).rowCount !== 0, what)
      } finally {
        await observer.end()
      }
    },
    /** Commits and disconnects. */
    async end(): Promise<void> {
      await client.query('commit')
      await client.end()
    },
  }
}

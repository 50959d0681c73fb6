import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'

/** A lock on a table that other sessions wait for: readers too (AccessExclusiveLock), or writers. */
export interface HeldLock {
  readonly table: string
  readonly mode: string
  /** From the first to the last sight of it. */
  readonly ms: number
}

/** Milliseconds between two looks. */
const EACH_MS = 10

/** Watches the locks of a database that stop writers or readers of its tables. */
export class LockWatch {
  private readonly seen = new Map<string, { table: string; mode: string; first: number; last: number }>()
  private isOver = false
  private running: Promise<void> | undefined

  private constructor(private readonly sql: Client) {}

  static async on(databaseUrl: string): Promise<LockWatch> {
    const sql = new Client({ connectionString: databaseUrl })
    await sql.connect()
    const watch = new LockWatch(sql)
    watch.running = watch.look()
    return watch
  }

  /** Returns the locks since the last call, by table and mode the longest one. */
  taken(): readonly HeldLock[] {
    const longest = new Map<string, HeldLock>()
    for (const { table, mode, first, last } of this.seen.values()) {
      const [key, ms] = [`${table} ${mode}`, Math.round(last - first)]
      if (ms >= (longest.get(key)?.ms ?? 0)) longest.set(key, { table, mode, ms })
    }
    this.seen.clear()
    return [...longest.values()]
  }

  async close(): Promise<void> {
    this.isOver = true
    await this.running
    await this.sql.end()
  }

  private async look(): Promise<void> {
    while (!this.isOver) {
      const { rows } = await this.sql.query<{ table: string; mode: string; transaction: string }>(
        `select l.relation::regclass::text as table, l.mode, l.virtualtransaction as transaction
         from pg_locks l join pg_class c on c.oid = l.relation join pg_stat_activity a on a.pid = l.pid
         where l.granted and l.database = (select oid from pg_database where datname = current_database())
           and c.relkind in ('r', 'p') and a.backend_type = 'client backend'
           and l.mode in ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')`,
      )
      const now = performance.now()
      for (const { table, mode, transaction } of rows) {
        const key = `${transaction} ${table} ${mode}`
        this.seen.set(key, { table, mode, first: this.seen.get(key)?.first ?? now, last: now })
      }
      await pause(EACH_MS)
    }
  }
}

import { Injectable } from '@nestjs/common'
import { Database } from '@nameyard/persistence/database'
import { sql, statement } from '@nameyard/persistence/statement'

const READ = statement<void, { aheadMs: number }>(
  'sandbox-clock.read',
  () => sql`select ahead_ms::float8 as "aheadMs" from sandbox_clock`,
)

const PUT = statement<{ aheadMs: number }>(
  'sandbox-clock.put',
  ({ aheadMs }) => sql`
    insert into sandbox_clock (ahead_ms) values (${aheadMs})
    on conflict (is_the_row) do update set ahead_ms = greatest(sandbox_clock.ahead_ms, excluded.ahead_ms)`,
)

/** How far the platform's time runs ahead of the machine's; stored only here. */
@Injectable()
export class SandboxClockStore {
  constructor(private readonly database: Database) {}

  /** Milliseconds. */
  async read(): Promise<number> {
    const [row] = await this.database.read(READ)
    return row?.aheadMs ?? 0
  }

  /** Raises the value; it never decreases. */
  async put(aheadMs: number): Promise<void> {
    await this.database.read(PUT, { aheadMs })
  }
}

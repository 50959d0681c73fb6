import { Database } from '@nameyard/persistence/database'
import { statement } from '@nameyard/persistence/statement'
import { Injectable } from '@nestjs/common'
import { EntitySchema } from 'typeorm'

export const sandboxClockSchema = new EntitySchema<{ isTheRow: boolean; aheadMs: string }>({
  name: 'sandbox_clock',
  columns: {
    isTheRow: { type: 'boolean', name: 'is_the_row', primary: true, default: true },
    aheadMs: { type: 'bigint', name: 'ahead_ms' },
  },
  checks: [
    { name: 'sandbox_clock_is_the_row_check', expression: 'is_the_row' },
    { name: 'sandbox_clock_ahead_ms_check', expression: 'ahead_ms >= 0' },
  ],
})

const read = statement('sandbox-clock.read', 'select ahead_ms::float8 as "aheadMs" from sandbox_clock')

const put = statement(
  'sandbox-clock.put',
  `insert into sandbox_clock (ahead_ms) values ($1)
   on conflict (is_the_row) do update set ahead_ms = greatest(sandbox_clock.ahead_ms, excluded.ahead_ms)`,
)

/** How far the platform's time runs ahead of the machine's; the one place where it is kept. */
@Injectable()
export class SandboxClockStore {
  constructor(private readonly database: Database) {}

  /** Milliseconds. */
  async read(): Promise<number> {
    const [row] = await this.database.read<{ aheadMs: number }>(read, [])
    return row?.aheadMs ?? 0
  }

  /** Never back. */
  async put(aheadMs: number): Promise<void> {
    await this.database.read(put, [aheadMs])
  }
}

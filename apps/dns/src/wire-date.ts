import { sql, type Sql } from '@nameyard/persistence/statement'

/** An instant in SQL as the wire has it. */
export const wireDate = (instant: Sql): Sql => sql`to_char(${instant} at time zone 'utc', 'YYYY-MM-DD HH24:MI:SS')`

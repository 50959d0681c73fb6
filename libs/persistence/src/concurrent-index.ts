import type { Client } from 'pg'

/** The index that a migration creates concurrently, if it creates one. */
export function concurrentIndexOf(sql: string): string | undefined {
  const code = sql.replace(/--[^\n]*/g, '')
  return /\bcreate\s+(?:unique\s+)?index\s+concurrently\s+(?:if\s+not\s+exists\s+)?"?(\w+)"?/i.exec(code)?.[1]
}

/**
 * Drops an index that a killed `create index concurrently` left behind: PostgreSQL marks it as invalid, maintains it and
 * never uses it.
 */
export async function dropInvalidIndex(client: Client, schema: string, index: string): Promise<void> {
  const { rowCount } = await client.query(
    `select from pg_index i join pg_class c on c.oid = i.indexrelid
     where c.relnamespace = $1::text::regnamespace and c.relname = $2 and not i.indisvalid`,
    [schema, index],
  )
  if (rowCount) await client.query(`drop index concurrently ${schema}."${index}"`)
}

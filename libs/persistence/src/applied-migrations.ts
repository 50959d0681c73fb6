import type { Client } from 'pg'
import type { Migration } from './migration-files'

/** Names and checksums of the migrations that a schema has; none if there is no schema yet. */
export async function appliedMigrations(client: Client, schema: string): Promise<Map<string, string>> {
  const { rows: tables } = await client.query<{ known: string | null }>('select to_regclass($1) as known', [
    `${schema}.schema_migration`,
  ])
  if (!tables[0]?.known) return new Map()
  const { rows } = await client.query<{ name: string; checksum: string }>(
    `select name, checksum from ${schema}.schema_migration`,
  )
  return new Map(rows.map(({ name, checksum }) => [name, checksum]))
}

export async function recordMigration(client: Client, schema: string, { name, checksum }: Migration): Promise<void> {
  await client.query(`insert into ${schema}.schema_migration (name, checksum) values ($1, $2)`, [name, checksum])
}

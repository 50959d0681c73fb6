/** A client that runs SQL texts. */
interface Sql {
  query(text: string): Promise<unknown>
}

/**
 * Vacuums tables, so that plans can use index-only scans. Commits of test databases do not wait for the disk, and a
 * vacuum does not mark rows as visible to all before their commit is on disk. So one commit first waits for the disk,
 * which includes all earlier commits.
 */
export async function vacuum(sql: Sql, ...tables: readonly string[]): Promise<void> {
  await sql.query(`begin; set local synchronous_commit to on; select pg_logical_emit_message(true, '', ''); commit`)
  for (const table of tables) await sql.query(`vacuum analyze ${table}`)
}

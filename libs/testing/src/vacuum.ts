/** Whoever asks a database by text. */
interface Sql {
  query(text: string): Promise<unknown>
}

/**
 * Vacuums tables so that plans may read their indexes alone. Commits here do not wait for the disk, and what is not on
 * it yet is visible to all for no vacuum: a commit that waits takes all before it along.
 */
export async function vacuum(sql: Sql, ...tables: readonly string[]): Promise<void> {
  await sql.query(`begin; set local synchronous_commit to on; select pg_logical_emit_message(true, '', ''); commit`)
  for (const table of tables) await sql.query(`vacuum analyze ${table}`)
}

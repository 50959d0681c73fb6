import { eventually } from './eventually'

/** A client that runs SQL texts. */
interface Sql {
  query(text: string): Promise<unknown>
}

/**
 * Vacuums tables until every page is marked as visible to all, so that plans can use index-only scans. A vacuum does not
 * mark rows that an older snapshot does not see, for example that of an automatic analysis of another table. And commits
 * of test databases do not wait for the disk, and a vacuum does not mark rows before their commit is on disk: so one
 * commit first waits for the disk, which includes all earlier commits.
 */
export async function vacuum(sql: Sql, ...tables: readonly string[]): Promise<void> {
  await sql.query(`begin; set local synchronous_commit to on; select pg_logical_emit_message(true, '', ''); commit`)
  for (const table of tables) {
    await eventually(async () => {
      await sql.query(`vacuum analyze ${table}`)
      await sql.query(`do $$ begin
        if exists (select from pg_class where oid = '${table}'::regclass and relallvisible < relpages)
        then raise 'a snapshot of another session is older than rows of this table'; end if; end $$`)
      return true
    }, `the visibility of all rows of ${table}`)
  }
}

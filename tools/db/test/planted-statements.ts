import { sql, statement } from '@nameyard/persistence/statement'

/** Statements on the table `outbox` that the check of types must report. */
export const planted = [
  statement<void, { id: number; message: string }>(
    'planted.wrong-column-type',
    () => sql`select id, message from outbox`,
  ),
  statement<void, { id: string; sender: string }>(
    'planted.wrong-column-name',
    () => sql`select id, recipient from outbox`,
  ),
  statement<{ since: number }>(
    'planted.wrong-parameter-type',
    ({ since }) => sql`delete from outbox where created_at < ${since}`,
  ),
  statement<{ id: string; limit: number }>(
    'planted.unused-parameter',
    ({ id }) => sql`delete from outbox where id = ${id}`,
  ),
  statement('planted.unknown-table', () => sql`select from inbox_without_service`),
  statement<{ ids: readonly string[]; before: Date }, { id: string; createdAt: Date }>(
    'planted.right',
    ({ ids, before }) => sql`
      select id, created_at as "createdAt" from outbox where id = any(${ids}::bigint[]) and created_at < ${before}`,
  ),
]

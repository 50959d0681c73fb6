import type { ClientBase } from 'pg'
import { sql, statement } from '@nameyard/persistence/statement'
import { read } from '../database/query'

const FIND = statement<{ readonly names: readonly string[] }, { name: string; token: string }>(
  'sandbox.find-allocation-tokens',
  ({ names }) => sql`
    select name, token from sandbox_registry.special_name where name = any(${names}) and token is not null`,
)

/** Returns the allocation tokens of the names that have one. */
export async function findTokens(db: ClientBase, names: readonly string[]): Promise<Map<string, string>> {
  return new Map((await read(db, FIND, { names })).map(({ name, token }) => [name, token]))
}

import type { ClientBase } from 'pg'

/** The token that opens each of the names; names without one are not in the map. */
export async function findTokens(db: ClientBase, names: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await db.query<{ name: string; token: string }>(
    'select name, token from sandbox_registry.special_name where name = any($1) and token is not null',
    [names],
  )
  return new Map(rows.map(({ name, token }) => [name, token]))
}

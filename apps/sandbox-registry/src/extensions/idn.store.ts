import type { ClientBase } from 'pg'

/** What a label in a script may hold beside digits and hyphens. */
export interface IdnTable {
  readonly name: string
  readonly letters: string
  readonly takesLatin: boolean
}

export async function findIdnTables(db: ClientBase): Promise<IdnTable[]> {
  const { rows } = await db.query<IdnTable>(
    'select name, letters, takes_latin as "takesLatin" from sandbox_registry.idn_table order by name',
  )
  return rows
}

export async function putIdnTableOf(db: ClientBase, domain: string, table: string): Promise<void> {
  await db.query('update sandbox_registry.domain set idn_table = $2 where name = $1', [domain, table])
}

export async function findIdnTableOf(db: ClientBase, domain: string): Promise<string | undefined> {
  const { rows } = await db.query<{ table: string }>(
    `select idn_table as "table" from sandbox_registry.domain where name = $1 and idn_table is not null`,
    [domain],
  )
  return rows[0]?.table
}

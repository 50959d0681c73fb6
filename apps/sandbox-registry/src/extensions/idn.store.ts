import type { ClientBase } from 'pg'
import { sql, statement } from '@nameyard/persistence/statement'
import { read, write } from '../database/query'

/** The characters that a label may have, beside digits and hyphens. */
export interface IdnTable {
  readonly name: string
  readonly letters: string
  readonly takesLatin: boolean
}

const FIND_ALL = statement<void, IdnTable>(
  'sandbox.find-idn-tables',
  () => sql`select name, letters, takes_latin as "takesLatin" from sandbox_registry.idn_table order by name`,
)

const PUT = statement<{ domain: string; table: string }>(
  'sandbox.put-idn-table-of-domain',
  ({ domain, table }) => sql`update sandbox_registry.domain set idn_table = ${table} where name = ${domain}`,
)

const FIND_OF_DOMAIN = statement<{ domain: string }, { table: string }>(
  'sandbox.find-idn-table-of-domain',
  ({ domain }) => sql`
    select idn_table as "table" from sandbox_registry.domain where name = ${domain} and idn_table is not null`,
)

export async function findIdnTables(db: ClientBase): Promise<IdnTable[]> {
  return read(db, FIND_ALL)
}

export async function putIdnTableOf(db: ClientBase, domain: string, table: string): Promise<void> {
  await write(db, PUT, { domain, table })
}

export async function findIdnTableOf(db: ClientBase, domain: string): Promise<string | undefined> {
  const [row] = await read(db, FIND_OF_DOMAIN, { domain })
  return row?.table
}

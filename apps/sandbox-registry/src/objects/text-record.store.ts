import { sql, statement } from '@nameyard/persistence/statement'
import { read, type Queryable } from '../database/query'

const FIND = statement<{ readonly name: string }, { texts: readonly string[] }>(
  'sandbox.find-text-records',
  ({ name }) => sql`select texts from sandbox_registry.text_record where name = ${name}`,
)

const SAVE = statement<{ readonly name: string; readonly texts: readonly string[] }>(
  'sandbox.save-text-records',
  ({ name, texts }) => sql`
    insert into sandbox_registry.text_record (name, texts) values (${name}, ${texts})
    on conflict (name) do update set texts = excluded.texts`,
)

/** Returns the texts of the TXT records at a name, as the name servers of its holder answer them. */
export async function findTexts(db: Queryable, name: string): Promise<readonly string[]> {
  return (await read(db, FIND, { name }))[0]?.texts ?? []
}

/** Sets the TXT records at a name. */
export async function saveTexts(db: Queryable, name: string, texts: readonly string[]): Promise<void> {
  await read(db, SAVE, { name, texts })
}

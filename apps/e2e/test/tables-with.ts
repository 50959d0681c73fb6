import type { Client } from 'pg'

/** The services with personal data. The sandbox registry stands for the database of somebody else. */
const schemas = ['customers', 'dns', 'domains', 'events', 'orders', 'registry_worker']

/** The forms of a text in a row: in any case, as octets in hexadecimal, and in base64 at each position. */
function formsOf(text: string): RegExp {
  const hexadecimal = [text, text.toLowerCase()].map((each) => Buffer.from(each).toString('hex'))
  const base64 = [0, 1, 2].map((before) =>
    Buffer.from('\0'.repeat(before) + text)
      .toString('base64')
      .replace(/=+$/, '')
      // The first and last characters also depend on the neighbours.
      .slice(before === 0 ? 0 : before + 1, -1),
  )
  const literal = (form: string) => form.replaceAll(/[^\da-z]/gi, String.raw`\$&`)
  return new RegExp([text, text.toLowerCase(), ...hexadecimal, ...base64].map(literal).join('|'))
}

/** Returns the tables of all services with a row that has the text in any column. */
export async function tablesWith(sql: Client, text: string): Promise<string[]> {
  const { rows } = await sql.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = any($1) order by 1`,
    [schemas],
  )
  const forms = formsOf(text)
  const found: string[] = []
  for (const { name } of rows) {
    // PEM breaks lines in base64.
    const { rowCount } = await sql.query(
      `select from ${name} t where replace(replace(t::text, '\\n', ''), e'\\n', '') ~ $1 limit 1`,
      [forms.source],
    )
    if (rowCount) found.push(name)
  }
  return found
}

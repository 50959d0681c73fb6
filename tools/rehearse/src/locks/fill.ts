import type { Client } from 'pg'
import type { BigTable } from './big-tables'

/** A value of row `n` for each type of columns. */
const values: Readonly<Record<string, string>> = {
  integer: 'n',
  bigint: 'n',
  text: `'x' || n`,
  uuid: 'gen_random_uuid()',
  bytea: `decode(md5(n::text), 'hex')`,
  boolean: 'false',
  jsonb: `'{}'`,
  ARRAY: `'{}'`,
  'timestamp with time zone': `now() - n * interval '1 second'`,
}

interface Column {
  readonly name: string
  readonly type: string
  readonly isRequired: boolean
}

/**
 * Fills a table with rows, without those that they refer to. Indexes that guarantee nothing are dropped before: they change
 * no lock, and make the filling several times as long.
 */
export async function fill(
  sql: Client,
  schema: string,
  { table, values: given }: BigTable,
  rows: number,
): Promise<void> {
  const { rows: indexes } = await sql.query<{ name: string }>(
    `select format('%I.%I', schemaname, indexname) as name from pg_indexes i
     where schemaname = $1 and tablename = $2 and indexdef not like 'CREATE UNIQUE%'`,
    [schema, table],
  )
  for (const { name } of indexes) await sql.query(`drop index ${name}`)
  const { rows: columns } = await sql.query<Column>(
    `select column_name as name, data_type as type,
       is_nullable = 'NO' and column_default is null and is_identity = 'NO' and is_generated = 'NEVER' as "isRequired"
     from information_schema.columns where table_schema = $1 and table_name = $2`,
    [schema, table],
  )
  const filled = columns.flatMap(({ name, type, isRequired }) => {
    const value = given[name] ?? (isRequired ? values[type] : undefined)
    if (isRequired && value === undefined) throw new Error(`${schema}.${table}: give ${name} (${type}) a value`)
    return value === undefined ? [] : [[name, value] as const]
  })
  const names = filled.map(([name]) => name).join(', ')
  const expressions = filled.map(([, value]) => value).join(', ')
  // References and triggers are not checked.
  await sql.query('set session_replication_role = replica')
  await sql.query(
    `insert into ${schema}.${table} (${names}) select ${expressions} from generate_series(1, $1::integer) n`,
    [rows],
  )
  await sql.query('reset session_replication_role')
  await sql.query(`vacuum analyze ${schema}.${table}`)
}

import type { Client } from 'pg'

interface Line {
  /** Name of the table, or of what stands beside tables. */
  readonly object: string
  readonly text: string
}

/** Columns as they are declared: type, default, whether they may be null. */
const columns = `
  select c.relname as object, format('%I %s', a.attname, format_type(a.atttypid, a.atttypmod))
    || case when a.attidentity <> '' then ' generated ' || case a.attidentity when 'a' then 'always' else 'by default' end
         || ' as identity'
       when a.attgenerated <> '' then format(' generated always as (%s) stored', pg_get_expr(d.adbin, d.adrelid))
       else coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '') end
    || case when a.attnotnull then ' not null' else '' end as text
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where c.relnamespace = $1::text::regnamespace and c.relkind in ('r', 'p')
  order by c.relname, a.attnum`

/** Keys and checks; from version 18 on PostgreSQL lists "not null" among them, which columns say already. */
const constraints = `
  select c.relname as object, format('constraint %I %s', o.conname, pg_get_constraintdef(o.oid)) as text
  from pg_constraint o join pg_class c on c.oid = o.conrelid
  where c.relnamespace = $1::text::regnamespace and o.contype in ('p', 'u', 'f', 'c', 'x')
  order by c.relname, o.contype, o.conname`

/** Indexes that no constraint made, then triggers, functions and sequences of their own. */
const others = `
  select i.indrelid::regclass::text as object, pg_get_indexdef(i.indexrelid) as text
  from pg_index i join pg_class x on x.oid = i.indexrelid
  where x.relnamespace = $1::text::regnamespace
    and not exists (select from pg_constraint o where o.conindid = x.oid and o.contype in ('p', 'u', 'x'))
  union all
  select t.tgrelid::regclass::text, pg_get_triggerdef(t.oid)
  from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where c.relnamespace = $1::text::regnamespace and not t.tgisinternal
  union all
  select p.proname, rtrim(pg_get_functiondef(p.oid))
  from pg_proc p where p.pronamespace = $1::text::regnamespace and p.prokind <> 'a'
  union all
  select s.sequencename, format('create sequence %s.%I start %s', $1::text, s.sequencename, s.start_value)
  from pg_sequences s
  where s.schemaname = $1::text and not exists (
    select from pg_depend d
    where d.objid = format('%I.%I', s.schemaname, s.sequencename)::regclass and d.deptype in ('a', 'i'))
  order by 1, 2`

/** A schema as its migrations have left it, for readers: what is there, not how it came to be. */
export async function printSchema(client: Client, schema: string): Promise<string> {
  const ask = async (text: string) => (await client.query<Line>(text, [schema])).rows
  const lines = new Map<string, string[]>()
  for (const { object, text } of [...(await ask(columns)), ...(await ask(constraints))]) {
    lines.set(object, [...(lines.get(object) ?? []), `  ${text}`])
  }
  const tables = [...lines].map(([table, parts]) => `create table ${schema}.${table} (\n${parts.join(',\n')}\n);`)
  const rest = (await ask(others)).map(({ text }) => `${text};`)
  return `${[`-- The schema ${schema}, printed from a migrated database.`, ...tables, ...rest].join('\n\n')}\n`
}

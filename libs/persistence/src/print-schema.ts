import type { Client } from 'pg'

interface Line {
  /** Name of the table, or of an object that is no table. */
  readonly object: string
  readonly isUnlogged?: boolean
  /** How a table is partitioned, or of which table it is a partition. */
  readonly partition?: string | null
  readonly text: string
}

/**
 * Whether a relation is a partition for a range of values. Those come and go with the months; a schema is the same
 * whichever it has.
 */
const isRange = (relation: string) =>
  `(${relation}.relispartition and pg_get_expr(${relation}.relpartbound, ${relation}.oid) <> 'DEFAULT')`

/** Columns as they are declared: type, collation, default, whether they may be null. */
const columns = `
  select c.relname as object, c.relpersistence = 'u' as "isUnlogged",
    case when c.relkind = 'p' then 'partition by ' || pg_get_partkeydef(c.oid)
      when c.relispartition then (select 'partition of ' || inhparent::regclass || ' default'
        from pg_inherits where inhrelid = c.oid) end as partition,
    format('%I %s', a.attname, format_type(a.atttypid, a.atttypmod))
    || case when o.collname <> 'default' then format(' collate %I', o.collname) else '' end
    || case when a.attidentity <> '' then ' generated ' || case a.attidentity when 'a' then 'always' else 'by default' end
         || ' as identity'
       when a.attgenerated <> '' then format(' generated always as (%s) stored', pg_get_expr(d.adbin, d.adrelid))
       else coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '') end
    || case when a.attnotnull then ' not null' else '' end as text
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    left join pg_collation o on o.oid = a.attcollation
  where c.relnamespace = $1::text::regnamespace and c.relkind in ('r', 'p') and not ${isRange('c')}
  order by c.relname, a.attnum`

/** Keys and checks. PostgreSQL 18 also lists "not null" as constraints, which the columns already show. */
const constraints = `
  select c.relname as object, format('constraint %I %s', o.conname, pg_get_constraintdef(o.oid)) as text
  from pg_constraint o join pg_class c on c.oid = o.conrelid
  where c.relnamespace = $1::text::regnamespace and o.contype in ('p', 'u', 'f', 'c', 'x')
    and not ${isRange('c')}
  order by c.relname, o.contype, o.conname`

/** Indexes that belong to no constraint, then triggers, functions, sequences and statistics of their own. */
const others = `
  select i.indrelid::regclass::text as object,
    pg_get_indexdef(i.indexrelid) || case when i.indisvalid then '' else ' -- invalid' end as text
  from pg_index i join pg_class x on x.oid = i.indexrelid join pg_class c on c.oid = i.indrelid
  where x.relnamespace = $1::text::regnamespace and not ${isRange('c')}
    and not exists (select from pg_constraint o where o.conindid = x.oid and o.contype in ('p', 'u', 'x'))
  union all
  select t.tgrelid::regclass::text, pg_get_triggerdef(t.oid)
  from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where c.relnamespace = $1::text::regnamespace and not t.tgisinternal and not ${isRange('c')}
  union all
  select p.proname, rtrim(pg_get_functiondef(p.oid))
  from pg_proc p where p.pronamespace = $1::text::regnamespace and p.prokind <> 'a'
  union all
  select s.sequencename, format('create sequence %s.%I start %s', $1::text, s.sequencename, s.start_value)
  from pg_sequences s
  where s.schemaname = $1::text and not exists (
    select from pg_depend d
    where d.objid = format('%I.%I', s.schemaname, s.sequencename)::regclass and d.deptype in ('a', 'i'))
  union all
  select e.stxrelid::regclass::text, pg_get_statisticsobjdef(e.oid)
  from pg_statistic_ext e where e.stxnamespace = $1::text::regnamespace
  order by 1, 2`

/** Prints a schema as its migrations made it: the result, not the steps. */
export async function printSchema(client: Client, schema: string): Promise<string> {
  const query = async (text: string) => (await client.query<Line>(text, [schema])).rows
  const lines = new Map<string, string[]>()
  const unlogged = new Set<string>()
  const partitions = new Map<string, string>()
  for (const { object, isUnlogged, partition, text } of [...(await query(columns)), ...(await query(constraints))]) {
    lines.set(object, [...(lines.get(object) ?? []), `  ${text}`])
    if (isUnlogged) unlogged.add(object)
    if (partition) partitions.set(object, ` ${partition}`)
  }
  const tables = [...lines].map(
    ([table, parts]) =>
      `create ${unlogged.has(table) ? 'unlogged ' : ''}table ${schema}.${table} (\n${parts.join(',\n')}\n)${partitions.get(table) ?? ''};`,
  )
  const rest = (await query(others)).map(({ text }) => `${text};`)
  return `${[`-- The schema ${schema}, printed from a migrated database.`, ...tables, ...rest].join('\n\n')}\n`
}

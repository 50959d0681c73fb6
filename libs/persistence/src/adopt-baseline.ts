import type { Client } from 'pg'
import { appliedMigrations, recordMigration } from './applied-migrations'
import type { Migration } from './migration-files'
import { printSchema } from './print-schema'
import type { Place } from './schema-name'

/** The commit whose migrations the baselines replace. */
const REPLACED = 'commit 55e1257'

/** Whether the schema was made by older migrations than the baselines. Refuses tables that no migration has made. */
export async function mustBeAdopted(client: Client, place: Place, migrations: readonly Migration[]): Promise<boolean> {
  const applied = await appliedMigrations(client, place.schema)
  if (applied.size === 0) await refuseUnrecordedTables(client, place.schema)
  const baselines = baselinesOf(migrations)
  return applied.size > 0 && baselines.length > 0 && !baselines.some(({ name }) => applied.has(name))
}

/**
 * Records the baselines in a schema that the migrations they replace have made, instead of applying them. Refuses any
 * other schema: its list of migrations and its tables must be exactly those of the replaced commit.
 */
export async function adoptBaseline(client: Client, place: Place, migrations: readonly Migration[]): Promise<void> {
  const baselines = baselinesOf(migrations)
  await client.query('begin')
  try {
    await refuseDifferent(client, place, baselines)
    await client.query(`delete from ${place.schema}.schema_migration`)
    for (const baseline of baselines) await recordMigration(client, place.schema, baseline)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

/** Refuses a schema that `adoptBaseline` would refuse, and changes nothing. */
export async function assertAdoptable(client: Client, place: Place, migrations: readonly Migration[]): Promise<void> {
  await client.query('begin')
  try {
    await refuseDifferent(client, place, baselinesOf(migrations))
  } finally {
    await client.query('rollback').catch(() => undefined)
  }
}

const baselinesOf = (migrations: readonly Migration[]) => migrations.filter(({ replaces }) => replaces)

const refusal = (schema: string, finding: string) =>
  `The schema ${schema} cannot be migrated: ${finding}. Only an empty database or one at exactly ${REPLACED} can be ` +
  `migrated: bring this one to that state with its code, restore a backup of that state, or use an empty database.`

async function refuseUnrecordedTables(client: Client, schema: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = to_regnamespace($1) and relkind in ('r', 'p')
       and relname <> 'schema_migration' order by relname limit 1`,
    [schema],
  )
  if (rows[0]) throw new Error(refusal(schema, `it has the table ${rows[0].name}, but no list of applied migrations`))
}

async function refuseDifferent(client: Client, place: Place, baselines: readonly Migration[]): Promise<void> {
  const applied = await appliedMigrations(client, place.schema)
  const finding = differenceOfLists(baselines, applied) ?? (await differenceOfSchemas(client, place, baselines))
  if (finding) throw new Error(refusal(place.schema, finding))
}

function differenceOfLists(baselines: readonly Migration[], applied: ReadonlyMap<string, string>): string | undefined {
  const replaced = new Map(baselines.flatMap(({ replaces }) => [...(replaces ?? [])]))
  const missing = [...replaced.keys()].find((name) => !applied.has(name))
  if (missing) return `it lacks migration ${missing}`
  const unknown = [...applied.keys()].find((name) => !replaced.has(name))
  if (unknown) return `it has migration ${unknown}, which ${REPLACED} does not have`
  const changed = [...replaced].find(([name, checksum]) => applied.get(name) !== checksum)
  return changed && `migration ${changed[0]} had other contents when it was applied`
}

/** Applies the baselines to a new schema, compares it with the real one, and rolls it back. */
async function differenceOfSchemas(
  client: Client,
  { schema, role }: Place,
  baselines: readonly Migration[],
): Promise<string | undefined> {
  const model = `${schema}_as_of_baseline`
  await client.query('savepoint before_model')
  await client.query('set local role none')
  await client.query(`create schema ${model} authorization ${role}`)
  await client.query(`set local role ${role}`)
  await client.query(`set local search_path to ${model}`)
  await client.query(`create table schema_migration (like ${schema}.schema_migration including all)`)
  for (const { sql } of baselines) await client.query(sql)
  // Outside both schemas, so that PostgreSQL prints the name of the schema in both texts.
  await client.query('set local search_path to pg_catalog')
  const wanted = (await printSchema(client, model)).replaceAll(model, schema)
  const found = await printSchema(client, schema)
  await client.query('rollback to savepoint before_model')
  return differenceOfTexts(wanted, found)
}

function differenceOfTexts(wanted: string, found: string): string | undefined {
  const [before, after] = [partsOf(wanted), partsOf(found)]
  const extra = [...after].find((part) => !before.has(part))
  if (extra) return `it has "${extra}", which ${REPLACED} does not have`
  const missing = [...before].find((part) => !after.has(part))
  if (missing) return `it lacks "${missing}"`
  return wanted === found ? undefined : 'the columns of a table are in another order'
}

/** Each line of a table, with the name of the table, and each other object as a whole. */
function partsOf(printed: string): Set<string> {
  return new Set(
    printed.split('\n\n').flatMap((object) => {
      const [first, ...lines] = object.trim().split('\n')
      const table = /^create (?:unlogged )?table (\S+) \($/.exec(first!)?.[1]
      return table ? [table, ...lines.map((line) => `${table}: ${line.trim().replace(/,$/, '')}`)] : [object.trim()]
    }),
  )
}

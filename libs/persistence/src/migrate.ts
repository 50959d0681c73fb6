import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { schemaOf } from './schema-name'

/** What a service's schema is made of: folders of `NNNN_what_changes.sql`, applied folder by folder, in name order. */
export interface Migrations {
  readonly service: string
  readonly folders: readonly string[]
}

interface Migration {
  readonly name: string
  readonly sql: string
  readonly checksum: string
}

/** Serialises migrators of one database; the number is only ours. */
const MIGRATION_LOCK = 7_305_811

/** Milliseconds to connect, and TCP keepalive for the silence of a long statement. */
const REACH = { connectionTimeoutMillis: 10_000, keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

const NO_TRANSACTION = '-- no transaction'

async function read(folders: readonly string[]): Promise<Migration[]> {
  const migrations: Migration[] = []
  for (const folder of folders) {
    const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
    for (const file of files) {
      const sql = await readFile(join(folder, file), 'utf8')
      migrations.push({ name: file, sql, checksum: createHash('sha256').update(sql).digest('hex') })
    }
  }
  return migrations
}

async function applied(client: Client, schema: string): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    `select name, checksum from ${schema}.schema_migration`,
  )
  return new Map(rows.map(({ name, checksum }) => [name, checksum]))
}

/**
 * Brings a service's schema up to its migrations; creates schema and role on the first run. Forward only; a migration
 * that was changed after it was applied is refused. Each file is one transaction unless it begins with
 * `-- no transaction` (for `create index concurrently`). Returns the names it applied.
 */
export async function migrate(databaseUrl: string, { service, folders }: Migrations): Promise<string[]> {
  const { schema, role } = schemaOf(service)
  const migrations = await read(folders)
  // A migration takes as long as it takes; a server that does not answer at all is noticed.
  const client = new Client({ connectionString: databaseUrl, ...REACH })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await createSchema(client, schema, role)
    await client.query(`set search_path to ${schema}`)
    await client.query(`set role ${role}`)
    const before = await applied(client, schema)
    const done: string[] = []
    for (const { name, sql, checksum } of migrations) {
      const known = before.get(name)
      if (known === checksum) continue
      if (known !== undefined) throw new Error(`migration ${service}/${name} was changed after it had been applied`)
      const alone = sql.startsWith(NO_TRANSACTION)
      if (!alone) await client.query('begin')
      try {
        await client.query(sql)
        await client.query(`insert into ${schema}.schema_migration (name, checksum) values ($1, $2)`, [name, checksum])
        if (!alone) await client.query('commit')
      } catch (error) {
        throw new Error(`migration ${service}/${name} failed: ${(error as Error).message}`, { cause: error })
      }
      done.push(name)
    }
    return done
  } finally {
    await client.end()
  }
}

async function createSchema(client: Client, schema: string, role: string): Promise<void> {
  // Roles belong to the whole cluster, so another database's migrator may create the same one at this moment.
  await client.query(
    `do $$ begin create role ${role} nologin; exception when duplicate_object or unique_violation then null; end $$`,
  )
  await client.query(`do $$ begin execute format('grant ${role} to %I', current_user); exception when others then
    if not pg_has_role(current_user, '${role}', 'member') then raise; end if; end $$`)
  await client.query(`create schema if not exists ${schema} authorization ${role}`)
  await client.query(`set role ${role}`)
  await client.query(`create table if not exists ${schema}.schema_migration (
    name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
  await client.query('reset role')
}

/** Refuses to start on a schema that is older than the code: names the first missing migration. */
export async function assertMigrated(databaseUrl: string, { service, folders }: Migrations): Promise<void> {
  const { schema } = schemaOf(service)
  const client = new Client({ connectionString: databaseUrl, ...REACH, query_timeout: 30_000 })
  await client.connect()
  try {
    const { rows } = await client.query<{ known: string | null }>('select to_regclass($1) as known', [
      `${schema}.schema_migration`,
    ])
    const before = rows[0]?.known ? await applied(client, schema) : new Map<string, string>()
    const missing = (await read(folders)).find(({ name }) => !before.has(name))
    if (missing) throw new Error(`the database lacks migration ${service}/${missing.name}: run the migrations first`)
  } finally {
    await client.end()
  }
}

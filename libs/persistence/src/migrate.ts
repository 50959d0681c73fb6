import { setTimeout as pause } from 'node:timers/promises'
import { Client, type DatabaseError } from 'pg'
import { adoptBaseline, assertAdoptable, mustBeAdopted } from './adopt-baseline'
import { appliedMigrations, recordMigration } from './applied-migrations'
import { concurrentIndexOf, dropInvalidIndex } from './concurrent-index'
import { type Migration, type MigrationFolders, readMigrations } from './migration-files'
import { type Place, schemaOf } from './schema-name'

/** How a migration waits for a lock that other transactions hold. */
export interface LockPatience {
  /** Milliseconds after which it stops an attempt: every query of the table queues behind a waiting migration. */
  readonly timeoutMs: number
  /** Milliseconds between two attempts, in which those queries run. */
  readonly pauseMs: number
  readonly attempts: number
}

const PATIENCE: LockPatience = { timeoutMs: 2_000, pauseMs: 3_000, attempts: 60 }

/** Advisory lock that serialises the migrators of a database; the number is used by nothing else. */
const MIGRATION_LOCK = 7_305_811

/** Milliseconds between two attempts to get that lock. */
const MIGRATOR_PAUSE_MS = 100

/** Milliseconds to connect. TCP keepalive detects a lost server during a long statement. */
const REACH = { connectionTimeoutMillis: 10_000, keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

/** PostgreSQL's codes for a lock that was not granted in time and for a deadlock. */
const LOCKED: ReadonlySet<string | undefined> = new Set(['55P03', '40P01'])

/**
 * Brings a service's schema up to date; creates schema and role on the first run. Forward only: a migration that was
 * changed after it was applied is refused. Each file is one transaction unless it begins with `-- no transaction`.
 * Returns the names it applied.
 */
export async function migrate(
  databaseUrl: string,
  { service, folders }: MigrationFolders,
  patience: LockPatience = PATIENCE,
): Promise<string[]> {
  const place = schemaOf(service)
  const migrations = await readMigrations(folders)
  return withMigrator(databaseUrl, async (client) => {
    await createSchema(client, place)
    await client.query(`set search_path to ${place.schema}`)
    await client.query(`set role ${place.role}`)
    if (await mustBeAdopted(client, place, migrations)) await adoptBaseline(client, place, migrations)
    const before = await appliedMigrations(client, place.schema)
    const done: string[] = []
    for (const migration of migrations) {
      const { name, checksum } = migration
      const known = before.get(name)
      if (known === checksum) continue
      if (known !== undefined) throw new Error(`migration ${service}/${name} was changed after it had been applied`)
      try {
        await applyPatiently(client, place.schema, migration, patience)
      } catch (error) {
        throw new Error(`migration ${service}/${name} failed: ${(error as Error).message}`, { cause: error })
      }
      done.push(name)
    }
    return done
  })
}

/**
 * Refuses a schema that `migrate` would refuse, and changes nothing. With it, the services of a database are checked
 * before the first of them is migrated.
 */
export async function assertMigratable(databaseUrl: string, { service, folders }: MigrationFolders): Promise<void> {
  const place = schemaOf(service)
  const migrations = await readMigrations(folders)
  await withMigrator(databaseUrl, async (client) => {
    if (await mustBeAdopted(client, place, migrations)) await assertAdoptable(client, place, migrations)
  })
}

/** Refuses to start on a schema that is older than the code: names the first missing migration. */
export async function assertMigrated(databaseUrl: string, { service, folders }: MigrationFolders): Promise<void> {
  const { schema } = schemaOf(service)
  const client = new Client({ connectionString: databaseUrl, ...REACH, query_timeout: 30_000 })
  await client.connect()
  try {
    const before = await appliedMigrations(client, schema)
    const missing = (await readMigrations(folders)).find(({ name }) => !before.has(name))
    if (missing) throw new Error(`the database lacks migration ${service}/${missing.name}: run the migrations first`)
  } finally {
    await client.end()
  }
}

/** Runs the work on a connection of the only migrator of the database. */
async function withMigrator<T>(databaseUrl: string, work: (client: Client) => Promise<T>): Promise<T> {
  // No limit on a statement: a migration may be long. Keepalive detects a server that does not answer at all.
  const client = new Client({ connectionString: databaseUrl, ...REACH })
  await client.connect()
  try {
    // Polled instead of waited for: a waiting statement has a snapshot, which `create index concurrently` would wait
    // for.
    const lock = () => client.query('select pg_try_advisory_lock($1) as got', [MIGRATION_LOCK])
    while (!(await lock()).rows[0].got) await pause(MIGRATOR_PAUSE_MS)
    return await work(client)
  } finally {
    await client.end()
  }
}

async function createSchema(client: Client, { schema, role }: Place): Promise<void> {
  // Roles belong to the whole cluster, so the migrator of another database may create the same one at this moment.
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

/** Applies a migration; retries while other transactions hold a lock that it needs. */
async function applyPatiently(
  client: Client,
  schema: string,
  migration: Migration,
  { timeoutMs, pauseMs, attempts }: LockPatience,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return migration.isOutsideTransaction
        ? await applyOutsideTransaction(client, schema, migration, timeoutMs)
        : await applyInTransaction(client, schema, migration, timeoutMs)
    } catch (error) {
      if (!LOCKED.has((error as DatabaseError).code)) throw error
      if (attempt === attempts) {
        throw new Error(
          `a lock was not granted within ${timeoutMs} ms, ${attempts} times: end the long transaction that holds it ` +
            `(pg_stat_activity shows it), then migrate again`,
          { cause: error },
        )
      }
      await pause(pauseMs)
    }
  }
}

async function applyInTransaction(
  client: Client,
  schema: string,
  migration: Migration,
  timeoutMs: number,
): Promise<void> {
  await client.query('begin')
  try {
    await client.query(`set local lock_timeout to ${timeoutMs}`)
    await client.query(migration.sql)
    await recordMigration(client, schema, migration)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

/** Its one statement must be repeatable: a run that is killed after it has not recorded it. */
async function applyOutsideTransaction(
  client: Client,
  schema: string,
  migration: Migration,
  timeoutMs: number,
): Promise<void> {
  // `concurrently` waits for transactions without blocking any: a timeout would only waste its work.
  const concurrently = /\bindex\s+concurrently\b/i.test(migration.sql)
  await client.query(`set lock_timeout to ${concurrently ? 0 : timeoutMs}`)
  const index = concurrentIndexOf(migration.sql)
  if (index) await dropInvalidIndex(client, schema, index)
  await client.query(migration.sql)
  await recordMigration(client, schema, migration)
}

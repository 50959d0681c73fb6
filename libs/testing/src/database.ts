import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { migrate } from '@nameyard/persistence/migrate'

/** A migrated database of one test file; the test file drops it at its end. */
export interface TestDatabase {
  readonly url: string
  drop(): Promise<void>
}

/** A service whose tables the database needs, with its folders of migrations. */
export interface TestedService {
  readonly name: string
  readonly migrations: readonly string[]
}

const server = () => process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'

/** Part of the names of one run's databases, so that concurrent runs share none and each run can drop its own. */
const run = () => process.env.TEST_RUN ?? 'local'

/** Advisory lock: one test process at a time creates a template. No other lock has this number. */
const TEMPLATE_LOCK = 7_305_812

function urlOf(database: string): string {
  const url = new URL(server())
  url.pathname = `/${database}`
  return url.toString()
}

/** Returns the fingerprint of a set of migrations: a changed file leads to a new template. */
function fingerprint(services: readonly TestedService[]): string {
  const hash = createHash('sha256')
  for (const { name, migrations } of services) {
    hash.update(name)
    for (const folder of migrations) {
      for (const file of readdirSync(folder).sort()) hash.update(file).update(readFileSync(join(folder, file)))
    }
  }
  return hash.digest('hex').slice(0, 12)
}

async function withServer<T>(work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: server() })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Migrates the given services into a template once, then clones it: about 0.1 s a test file. */
export async function testDatabase(...services: readonly TestedService[]): Promise<TestDatabase> {
  const template = `nameyard_${run()}_template_${fingerprint(services)}`
  const name = `nameyard_${run()}_${randomBytes(6).toString('hex')}`
  await withServer(async (client) => {
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK])
    const { rowCount } = await client.query('select from pg_database where datname = $1', [template])
    if (rowCount === 0) {
      await client.query(`drop database if exists ${template}_making with (force)`)
      await client.query(`create database ${template}_making`)
      for (const { name: service, migrations } of services) {
        await migrate(urlOf(`${template}_making`), { service, folders: migrations })
      }
      // Renamed last, so that a run that crashes before leaves no incomplete template.
      await client.query(`alter database ${template}_making rename to ${template}`)
    }
    // The files are copied. By default every page would pass through the write-ahead log, at three times the cost.
    await client.query(`create database ${name} template ${template} strategy file_copy`)
    // Test data need not survive a crash of the server.
    await client.query(`alter database ${name} set synchronous_commit to off`)
  })
  return databaseNamed(name)
}

/** A copy of a database that nothing is connected to, as a backup of it would be restored. */
export async function copyOf({ url }: TestDatabase): Promise<TestDatabase> {
  const name = `nameyard_${run()}_${randomBytes(6).toString('hex')}`
  const from = new URL(url).pathname.slice(1)
  await withServer(async (client) => {
    await client.query(`create database ${name} template ${from} strategy file_copy`)
    await client.query(`alter database ${name} set synchronous_commit to off`)
  })
  return databaseNamed(name)
}

function databaseNamed(name: string): TestDatabase {
  return {
    url: urlOf(name),
    drop: () => withServer(async (client) => void (await client.query(`drop database if exists ${name} with (force)`))),
  }
}

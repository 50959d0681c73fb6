import 'reflect-metadata'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { applications } from '@nameyard/embedded/platform/applications'
import { schemaOf } from '@nameyard/persistence/schema-name'
import type { Service } from '@nameyard/runtime/service'
import { testDatabase, type TestDatabase } from '@nameyard/testing/database'
import { Client } from 'pg'
import { DataSource } from 'typeorm'
import { printSchema } from '../src/print-schema'

const services: readonly Service[] = applications
const stored = services
  .filter(({ migrations }) => migrations.length > 0)
  .map((service) => [service.name, service] as const)

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase(...stored.map(([, service]) => service))
}, 60_000)
afterAll(() => database?.drop())

it.each(stored)('the entities of %s say what the migrated database is', async (name, { entities = [] }) => {
  const { schema, role } = schemaOf(name)
  const source = new DataSource({
    type: 'postgres',
    url: database.url,
    schema,
    entities: [...entities],
    installExtensions: false,
    extra: { options: `-c search_path=${schema} -c role=${role}` },
  })
  await source.initialize()
  try {
    const { upQueries } = await source.driver.createSchemaBuilder().log()
    expect(upQueries.map(({ query }) => query)).toEqual([])
  } finally {
    await source.destroy()
  }
})

it.each(stored)('the golden shows the schema of %s (UPDATE_GOLDEN=1 writes it anew)', async (name) => {
  const { schema } = schemaOf(name)
  const client = new Client({ connectionString: database.url })
  await client.connect()
  const printed = await printSchema(client, schema).finally(() => client.end())
  const golden = join(__dirname, '../golden', `${schema}.sql`)
  if (process.env.UPDATE_GOLDEN) {
    mkdirSync(dirname(golden), { recursive: true })
    writeFileSync(golden, printed)
  }
  expect(existsSync(golden) && readFileSync(golden, 'utf8')).toBe(printed)
})

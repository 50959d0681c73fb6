import 'reflect-metadata'
import { DataSource } from 'typeorm'
import { applications } from '@nameyard/embedded/platform/applications'
import { schemaOf } from '@nameyard/persistence/schema-name'
import type { Service } from '@nameyard/runtime/service'
import { testDatabase, type TestDatabase } from '@nameyard/testing/database'

const services: readonly Service[] = applications
const stored = services
  .filter(({ entities = [] }) => entities.length > 0)
  .map((service) => [service.name, service] as const)

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase(...stored.map(([, service]) => service))
})
afterAll(() => database?.drop())

/** Whether a query changes columns. Entities declare no indexes and constraints; the schema golden has those. */
const isOfColumns = ({ query }: { query: string }) =>
  !/^(CREATE|DROP) (UNIQUE )?INDEX|(ADD|DROP) CONSTRAINT/.test(query)

it.each(stored)('the entities of %s have the columns of the migrated schema', async (name, { entities = [] }) => {
  const { schema, role } = schemaOf(name)
  const source = new DataSource({
    type: 'postgres',
    url: database.url,
    schema,
    entities: [...entities],
    installExtensions: false,
    // The schema builder sends the queries for its tables all at once on its one connection.
    extra: { options: `-c search_path=${schema} -c role=${role}`, pipeline: true },
  })
  await source.initialize()
  try {
    const { upQueries } = await source.driver.createSchemaBuilder().log()
    expect(upQueries.filter(isOfColumns).map(({ query }) => query)).toEqual([])
  } finally {
    await source.destroy()
  }
})

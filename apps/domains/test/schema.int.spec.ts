import { testDatabase, type TestDatabase } from '@nameyard/testing/database'
import { DataSource } from 'typeorm'
import { domainSchema, registryOperationSchema } from '../src/domain/domain.store'
import { service } from '../src/service'

let database: TestDatabase
beforeAll(async () => void (database = await testDatabase(service)))
afterAll(() => database?.drop())

describe('the migrated database', () => {
  it('differs in nothing from what the entities say', async () => {
    const source = new DataSource({
      type: 'postgres',
      url: database.url,
      schema: 'domains',
      entities: [domainSchema, registryOperationSchema],
      installExtensions: false,
    })
    await source.initialize()
    const { upQueries } = await source.driver.createSchemaBuilder().log()
    await source.destroy()
    expect(upQueries.map(({ query }) => query)).toEqual([])
  })
})

import { testDatabase, type TestDatabase } from '@nameyard/testing/database'
import { DataSource } from 'typeorm'
import { dmarcOrderSchema } from '../src/email-dmarc/dmarc-order.store'
import { service } from '../src/service'

let database: TestDatabase
beforeAll(async () => void (database = await testDatabase(service)))
afterAll(() => database?.drop())

describe('the migrated database', () => {
  it('differs in nothing from what the entities say', async () => {
    const source = new DataSource({
      type: 'postgres',
      url: database.url,
      schema: 'orders',
      entities: [dmarcOrderSchema],
      installExtensions: false,
    })
    await source.initialize()
    const { upQueries } = await source.driver.createSchemaBuilder().log()
    await source.destroy()
    expect(upQueries.map(({ query }) => query)).toEqual([])
  })
})

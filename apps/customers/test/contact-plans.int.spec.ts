import { DataSource } from 'typeorm'
import { getContact } from '@nameyard/contracts/contacts/get-contact'
import { listContacts } from '@nameyard/contracts/contacts/list-contacts'
import type { Call, Input, InputGiven } from '@nameyard/contracts/operation'
import { testDatabase, type TestDatabase } from '@nameyard/testing/database'
import { GetContact } from '../src/contacts/get-contact'
import { ListContacts } from '../src/contacts/list-contacts'
import { service } from '../src/service'
import { ExplainingDatabase } from './explaining-database'

let database: TestDatabase
let source: DataSource

const call: Call = {
  correlationId: 'x',
  deadline: 0,
  actor: { resellerId: 1007, contactId: 1, username: 'x', role: 'admin', scope: [] },
}

beforeAll(async () => {
  database = await testDatabase(service)
  source = await new DataSource({
    type: 'postgres',
    url: database.url,
    entities: [],
    installExtensions: false,
    extra: { options: '-c search_path=customers' },
  }).initialize()
  await source.query(
    `insert into reseller (company_name, currency, created_at)
     select 'r' || n, 'EUR', now() from generate_series(1, 1000) n`,
  )
  await source.query(
    `insert into contact (reseller_id, username, email, role, last_name, created_at)
     select 1001 + n % 1000, 'user' || n, n || '@example.com', 'tech', 'Name' || n, now() from generate_series(1, 30000) n`,
  )
  await source.query('analyze')
})

afterAll(async () => {
  await source?.destroy()
  await database?.drop()
})

it.each<InputGiven<typeof listContacts>>([
  {},
  { email_pattern: '*@example.com', order_by: 'last_name' },
  { username_pattern: 'user*', role: 'tech', order: 'desc' },
])('lists the contacts of one account by index: %j', async (query) => {
  const explaining = new ExplainingDatabase(source)
  const input = listContacts.input.parse(query) as Input<typeof listContacts>
  await expect(new ListContacts(explaining).execute(input, call)).resolves.toMatchObject({ total: 30 })
  expect(explaining.plans).toHaveLength(1)
  expect(explaining.plans[0]).not.toContain('Seq Scan')
})

it('reads a batch of contacts with one statement, by index', async () => {
  const explaining = new ExplainingDatabase(source)
  const items = [10006, 10007, 10008].map((id) => ({ input: { id, with_additional_data: false }, call }))
  await new GetContact(explaining).executeBatch(items as { input: Input<typeof getContact>; call: Call }[])
  expect(explaining.plans).toHaveLength(1)
  expect(explaining.plans[0]).not.toContain('Seq Scan')
})

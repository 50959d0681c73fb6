import { Client } from 'pg'
import { DataSource } from 'typeorm'
import { listDomainsOfHandles } from '@nameyard/contracts/domains/list-domains-of-handles'
import type { Input, InputGiven } from '@nameyard/contracts/operation'
import { Database } from '@nameyard/persistence/database'
import { queryOf } from '@nameyard/persistence/statement'
import { testDatabase, type TestDatabase } from '@nameyard/testing/database'
import { domainSchema } from '../src/lifecycle/domain.store'
import type { Domain } from '../src/lifecycle/model/domain'
import { newDomain } from '../src/lifecycle/model/new-domain'
import { ListDomainsOfHandles, ofHandles } from '../src/reading/list-domains-of-handles'
import { registryOperationSchema } from '../src/registry/registry-operation.store'
import { service } from '../src/service'

const now = new Date('2027-01-01T00:00:00Z')
const blank = newDomain({
  resellerId: 1,
  name: '',
  label: '',
  extension: 'com',
  phase: 'active',
  type: 'NEW',
  periodYears: 1,
  autorenew: 'default',
  ownerHandle: '',
  adminHandle: '',
  techHandle: '',
  billingHandle: '',
  resellerHandle: '',
  nsGroup: '',
  nameServers: [],
  authCode: '',
  comments: '',
  orderedAt: now,
})

let template: TestDatabase
let source: DataSource
let handler: ListDomainsOfHandles

beforeAll(async () => {
  template = await testDatabase(service)
  source = new DataSource({
    type: 'postgres',
    url: template.url,
    schema: 'domains',
    entities: [domainSchema, registryOperationSchema],
    installExtensions: false,
    extra: { options: '-c search_path=domains' },
  })
  await source.initialize()
  handler = new ListDomainsOfHandles(new Database(source))
})

afterAll(async () => {
  await source?.destroy()
  await template?.drop()
})

let names = 0

/** Stores a domain. Returns its id. */
async function domain(change: Partial<Domain>): Promise<number> {
  const label = `name${++names}`
  const row = { ...blank, label, extension: 'com', name: `${label}.com`, ...change }
  return (await source.getRepository(domainSchema).insert(row)).identifiers[0]!.id as number
}

const ask = async (given: InputGiven<typeof listDomainsOfHandles>) =>
  (await handler.execute(listDomainsOfHandles.input.parse(given) as Input<typeof listDomainsOfHandles>)).domains

it('finds the domains of an account that name a customer in any role', async () => {
  const roles = ['ownerHandle', 'adminHandle', 'techHandle', 'billingHandle', 'resellerHandle'] as const
  const ids: number[] = []
  for (const role of roles) ids.push(await domain({ [role]: 'AA1-NL' }))
  await domain({ ownerHandle: 'BB1-NL' })
  await domain({ ownerHandle: 'AA1-NL', resellerId: 2 })
  await domain({ ownerHandle: 'AA1-NL', deletedAt: now })
  await domain({ ownerHandle: 'AA1-NL', phase: 'failed' as Domain['phase'] })
  const found = await ask({ resellerId: 1, handles: ['AA1-NL', 'CC1-NL'] })
  expect(found.map(({ domainId }) => domainId)).toEqual(ids)
  expect(found[1]).toEqual({
    domainId: ids[1],
    name: expect.stringMatching(/^name\d+\.com$/),
    registrantHandle: '',
    handles: ['AA1-NL'],
  })
  expect(await ask({ resellerId: 1, handles: ['CC1-NL'] })).toEqual([])
  expect(await ask({ resellerId: 1, handles: [] })).toEqual([])
})

it('returns the customers of each domain once, page by page', async () => {
  const both = await domain({ ownerHandle: 'EE1-NL', adminHandle: 'DD1-NL', techHandle: 'DD1-NL', billingHandle: 'X' })
  const one = await domain({ ownerHandle: 'DD1-NL' })
  const handles = ['DD1-NL', 'EE1-NL']
  const [first] = await ask({ resellerId: 1, handles, limit: 1 })
  expect(first).toMatchObject({ domainId: both, registrantHandle: 'EE1-NL', handles })
  expect(await ask({ resellerId: 1, handles, after: both })).toMatchObject([{ domainId: one, handles: ['DD1-NL'] }])
})

it('uses an index in a large account', async () => {
  const client = new Client({ connectionString: template.url, options: '-c search_path=domains' })
  await client.connect()
  await client.query(
    `insert into domain (reseller_id, name, label, extension, phase, type, period_years, autorenew, owner_handle,
       admin_handle, tech_handle, billing_handle, reseller_handle, ns_group, name_servers, auth_code, is_locked, comments,
       ordered_at, changed_at, version)
     select 1, 'many' || n || '.com', 'many' || n, 'com', 'active', 'NEW', 1, 'default', 'MM' || n, 'MA', 'MT', '',
       '', '', '[]', '', false, '', now(), now(), 1 from generate_series(1, 20000) n`,
  )
  await client.query('analyze domain')
  const { text, values } = queryOf(ofHandles, { resellerId: 1, handles: ['MM7', 'MM8'], after: 0, limit: 1000 })
  const { rows } = await client.query(`explain ${text}`, values)
  await client.end()
  expect(JSON.stringify(rows)).toContain('domain_by_handle')
  expect(JSON.stringify(rows)).not.toContain('Seq Scan')
})

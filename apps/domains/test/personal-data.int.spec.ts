import { DataSource } from 'typeorm'
import { contactErased } from '@nameyard/contracts/contacts/contact-erased'
import { customerErased } from '@nameyard/contracts/customers/customer-erased'
import { findRegistrationOfCustomer } from '@nameyard/contracts/domains/find-registration-of-customer'
import { personalDataOfDomains } from '@nameyard/contracts/domains/personal-data-of-domains'
import type { Input } from '@nameyard/contracts/operation'
import { Database } from '@nameyard/persistence/database'
import { testDatabase, type TestDatabase } from '@nameyard/testing/database'
import { domainSchema } from '../src/lifecycle/domain.store'
import type { Domain } from '../src/lifecycle/model/domain'
import { FindRegistrationOfCustomer } from '../src/privacy/find-registration-of-customer'
import { OnContactErased } from '../src/privacy/on-contact-erased'
import { OnCustomerErased } from '../src/privacy/on-customer-erased'
import { PersonalDataOfDomains } from '../src/privacy/personal-data-of-domains'
import { service } from '../src/service'
import { day, exampleDomain } from './example-domain'

let database: TestDatabase
let source: DataSource
let held: Database

beforeAll(async () => {
  database = await testDatabase(service)
  source = new DataSource({
    type: 'postgres',
    url: database.url,
    schema: 'domains',
    entities: [domainSchema],
    installExtensions: false,
    extra: { options: '-c search_path=domains' },
  })
  await source.initialize()
  held = new Database(source)
})
afterAll(async () => {
  await source?.destroy()
  await database?.drop()
})

let names = 0
async function domain(change: Partial<Domain>): Promise<number> {
  const label = `private${++names}`
  const { id: _, ...row } = exampleDomain({ label, name: `${label}.com`, ...change })
  return (await source.getRepository(domainSchema).insert(row)).identifiers[0]!.id as number
}
const ask = (subject: object, after = 0) =>
  new PersonalDataOfDomains(held).execute(
    personalDataOfDomains.input.parse({ subject, after }) as Input<typeof personalDataOfDomains>,
  )
const customer = (handle: string, resellerId = 1) => ({ kind: 'customer', resellerId, handle })
const endOf = async (handle: string) =>
  (await new FindRegistrationOfCustomer(held).execute(findRegistrationOfCustomer.body.parse({ resellerId: 1, handle })))
    .endedAt
const erase = (handle: string) =>
  new OnCustomerErased(held).on(
    customerErased.payload.parse({ resellerId: 1, handle, erasedAt: '2027-06-01T00:00:00.000Z' }),
  )
const history = (id: number, username: string, at: string) =>
  source.query(
    'insert into domain_history (domain_id, happened_at, contents, username, address) values ($1, $2, $3, $4, $5)',
    [id, at, 'Changed: comments.', username, '192.0.2.7'],
  )

describe('domains.personal-data', () => {
  it('lists the domains that name a customer in any role, and those it was the registrant of, without codes', async () => {
    const owned = await domain({ ownerHandle: 'PA1-NL', additionalData: { auth_code: 'secret', vat: 'NL1' } })
    const administered = await domain({ adminHandle: 'PA1-NL' })
    const gone = await domain({ ownerHandle: 'PA1-NL', deletedAt: day('2027-02-01') })
    await domain({ ownerHandle: 'PA1-NL', resellerId: 2 })
    await history(owned, 'ada', '2027-01-02')
    const { data, next } = await ask(customer('PA1-NL'))
    expect(next).toBeNull()
    expect(data.domains!.map(({ id }) => id)).toEqual([owned, administered, gone])
    expect(data.domains![0]).toMatchObject({
      owner_handle: 'PA1-NL',
      additional_data: { vat: 'NL1' },
      history: [{ change: 'Changed: comments.' }],
    })
    expect(JSON.stringify(data)).not.toMatch(/secret|ada/)
  })

  it('returns a page and where the next one begins', async () => {
    for (let count = 0; count < 201; count++) await domain({ ownerHandle: 'PB1-NL' })
    const first = await ask(customer('PB1-NL'))
    expect(first.data.domains).toHaveLength(200)
    const second = await ask(customer('PB1-NL'), first.next!)
    expect([second.data.domains!.length, second.next]).toEqual([1, null])
  })
})

describe('domains.registration-of-customer', () => {
  it('returns when the last domain of a registrant ended', async () => {
    await domain({ ownerHandle: 'PC1-NL', activatedAt: day('2027-01-01'), deletedAt: day('2027-02-01') })
    await domain({ ownerHandle: 'PC1-NL', activatedAt: day('2027-01-01'), deletedAt: day('2027-03-01') })
    await domain({ ownerHandle: 'PC1-NL', activatedAt: null, deletedAt: day('2027-04-01') })
    await domain({ adminHandle: 'PC1-NL', activatedAt: day('2027-01-01'), deletedAt: day('2027-05-01') })
    expect(await endOf('PC1-NL')).toBe('2027-03-01T00:00:00.000Z')
    expect(await endOf('PC2-NL')).toBeNull()
  })
})

describe('an erased customer', () => {
  it('leaves nothing in failed orders and gone domains, and nothing of others is erased', async () => {
    const texts = { comments: 'for Ada', additionalData: { vat: 'NL1' } }
    const failed = await domain({ ownerHandle: 'PD1-NL', phase: 'failed' as Domain['phase'], ...texts })
    const gone = await domain({ ownerHandle: 'PD1-NL', deletedAt: day('2027-02-01'), ...texts })
    const other = await domain({ ownerHandle: 'PD2-NL', deletedAt: day('2027-02-01'), ...texts })
    await erase('PD1-NL')
    const { data } = await ask(customer('PD1-NL'))
    expect(data.domains).toMatchObject([
      { id: failed, comments: '', additional_data: {} },
      { id: gone, comments: '', additional_data: {} },
    ])
    expect((await ask(customer('PD2-NL'))).data.domains).toMatchObject([{ id: other, comments: 'for Ada' }])
  })
})

describe('an erased contact person', () => {
  it('is replaced in histories until then, not in those of a later person with the username', async () => {
    const id = await domain({})
    await history(id, 'leaver', '2027-01-02')
    await history(id, 'leaver', '2027-01-04')
    const subject = { kind: 'contact', resellerId: 1, contactId: 7, username: 'leaver' }
    expect((await ask(subject)).data.changes_of_domains).toMatchObject([{ address: '192.0.2.7' }, {}])
    const erased = { resellerId: 1, contactId: 7, username: 'leaver', deletedName: 'deleted-7' }
    await new OnContactErased(held).on(contactErased.payload.parse({ ...erased, erasedAt: '2027-01-03T00:00:00.000Z' }))
    const rows = await source.query(
      'select username, address from domain_history where domain_id = $1 order by happened_at',
      [id],
    )
    expect(rows).toEqual([
      { username: 'deleted-7', address: null },
      { username: 'leaver', address: '192.0.2.7' },
    ])
  })
})

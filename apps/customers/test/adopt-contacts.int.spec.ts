import { Client } from 'pg'
import { createReseller } from '@nameyard/contracts/access/create-reseller'
import { adoptContacts } from '@nameyard/contracts/customers/adopt-contacts'
import { matchContacts } from '@nameyard/contracts/customers/match-contacts'
import { snapshotCustomers } from '@nameyard/contracts/customers/snapshot-customers'
import { loadConfig } from '@nameyard/runtime/load-config'
import { createLog } from '@nameyard/runtime/log'
import { actorSettings } from '@nameyard/testing/actors'
import { testBroker, type TestBroker } from '@nameyard/testing/broker'
import { SettableClock } from '@nameyard/testing/clock'
import { testDatabase, type TestDatabase } from '@nameyard/testing/database'
import { testParty, type TestParty } from '@nameyard/testing/party'
import { service } from '../src/service'

const clock = new SettableClock(new Date('2027-01-01T00:00:00Z'))
let database: TestDatabase
let broker: TestBroker
let running: Awaited<ReturnType<typeof service.start>>
let party: TestParty
let sql: Client

beforeAll(async () => {
  ;[database, broker] = await Promise.all([testDatabase(service), testBroker()])
  const config = loadConfig(service.config, { DATABASE_URL: database.url, AMQP_URL: broker.url, ...actorSettings })
  running = await service.start(config, { clock, log: createLog('test', 'silent') })
  party = await testParty('gateway', { url: broker.url, clock })
  sql = new Client({ connectionString: database.url })
  await sql.connect()
  await sql.query('set search_path to customers')
})
afterAll(async () => {
  await sql?.end()
  await party?.close()
  await running?.close()
  await Promise.all([database?.drop(), broker?.drop()])
})

const contact = {
  id: 'OLD-1',
  name: 'Ada de Vries',
  organization: 'Example BV',
  street: ['Main Street 1', 'Room 2'],
  city: 'Utrecht',
  postalCode: '3511 AB',
  countryCode: 'NL',
  voice: '+31.305551234',
  email: 'ada@example.com',
}

async function open(username: string) {
  const person = { username, password: 'correct horse battery', email: 'a@example.com' }
  const asked = { company: 'Example', currency: 'EUR' as const, contact: person }
  return party.rpc.call(createReseller, asked, party.call())
}

it('makes one customer of a contact and returns it again, unless it was deleted', async () => {
  const { resellerId } = await open('north')
  const adopt = async (contacts: (typeof contact)[]) => {
    const asked = { resellerId, account: 'sandbox', contacts }
    return (await party.rpc.call(adoptContacts, asked, party.call())).handles.map(({ handle }) => handle)
  }
  const [[first], [second]] = await Promise.all([adopt([contact]), adopt([contact])])
  expect(second).toBe(first)
  const { snapshots } = await party.rpc.call(snapshotCustomers, { resellerId, handles: [first!] }, party.call())
  const { id: _, ...data } = contact
  expect(snapshots).toMatchObject([{ ...data, handle: first, street: ['Main Street 1 Room 2'] }])

  // The same data are the same customer, other data are another one.
  const others = await adopt([
    { ...contact, id: 'OLD-2' },
    { ...contact, id: 'OLD-3', city: 'Arnhem' },
  ])
  expect([others[0] === first, others[1] === first]).toEqual([true, false])
  await sql.query('update customers.customer set deleted_at = now() where handle = $1', [others[1]])
  const [again] = await adopt([{ ...contact, id: 'OLD-3', city: 'Arnhem' }])
  expect(again).not.toBe(others[1])
})

it('refuses an account that does not exist', async () => {
  const asked = { resellerId: 999_999, account: 'sandbox', contacts: [contact] }
  await expect(party.rpc.call(adoptContacts, asked, party.call())).rejects.toMatchObject({
    refusal: 'reseller_not_found',
  })
})

it('finds the customers that contacts are, in every account: by the contact, and by equal data', async () => {
  const [{ resellerId: east }, { resellerId: west }] = [await open('east'), await open('west')]
  const own = { ...contact, email: 'Bea@example.com' }
  const adopt = async (resellerId: number, id: string) => {
    const asked = { resellerId, account: 'sandbox', contacts: [{ ...own, id }] }
    return (await party.rpc.call(adoptContacts, asked, party.call())).handles[0]!.handle
  }
  const [first, second] = [await adopt(east, 'EAST-1'), await adopt(west, 'WEST-1')]
  const match = async (contacts: (typeof contact)[]) => {
    const { matches } = await party.rpc.call(matchContacts, { account: 'sandbox', contacts }, party.call())
    return [...new Set(matches.map(({ id, resellerId, handle }) => `${id} ${resellerId} ${handle}`))].sort()
  }
  expect(await match([{ ...own, id: 'NEW-1' }])).toEqual([`NEW-1 ${east} ${first}`, `NEW-1 ${west} ${second}`].sort())
  expect(await match([{ ...own, id: 'EAST-1', city: 'Arnhem' }])).toEqual([`EAST-1 ${east} ${first}`])
  expect([await match([]), await match([{ ...own, id: 'NEW-2', city: 'Arnhem' }])]).toEqual([[], []])
})

import { randomUUID } from 'node:crypto'
import { createReseller } from '@nameyard/contracts/access/create-reseller'
import { createCustomer } from '@nameyard/contracts/customers/create-customer'
import { createZone } from '@nameyard/contracts/dns/create-zone'
import type { InputGiven } from '@nameyard/contracts/operation'
import { getDomainPrice } from '@nameyard/contracts/orders/get-domain-price'
import { getReseller } from '@nameyard/contracts/orders/get-reseller'
import { reserveCredit } from '@nameyard/contracts/orders/reserve-credit'
import { topUp } from '@nameyard/contracts/orders/top-up'
import { service as customers } from '@nameyard/customers/service'
import { service as dns } from '@nameyard/dns/service'
import { service as domains } from '@nameyard/domains/service'
import { loadConfig } from '@nameyard/runtime/load-config'
import { createLog } from '@nameyard/runtime/log'
import type { Running } from '@nameyard/runtime/service'
import { testBroker, type TestBroker } from '@nameyard/testing/broker'
import { SettableClock } from '@nameyard/testing/clock'
import { testDatabase, type TestDatabase } from '@nameyard/testing/database'
import { eventually } from '@nameyard/testing/eventually'
import { testParty, type TestParty } from '@nameyard/testing/party'
import { service as orders } from '../src/service'
import { charge } from './platform'

let database: TestDatabase
let broker: TestBroker
const running: Running[] = []
let edge: TestParty

beforeAll(async () => {
  ;[database, broker] = await Promise.all([testDatabase(customers, domains, dns, orders), testBroker()])
  const environment = { DATABASE_URL: database.url, AMQP_URL: broker.url }
  const clock = new SettableClock()
  const surroundings = { clock, log: createLog('test', 'silent') }
  running.push(await customers.start(loadConfig(customers.config, environment), surroundings))
  running.push(await domains.start(loadConfig(domains.config, environment), surroundings))
  running.push(await dns.start(loadConfig(dns.config, { ...environment, DNS_PORT: '0' }), surroundings))
  running.push(await orders.start(loadConfig(orders.config, environment), surroundings))
  edge = await testParty('gateway', { url: broker.url, clock })
})
afterAll(async () => {
  await edge?.close()
  for (const each of running) await each.close()
  await Promise.all([database?.drop(), broker?.drop()])
})

const account = async (username: string, currency = 'EUR') => {
  const contact = { username, password: 'correct horse battery', email: `${username}@example.com` }
  const { resellerId } = await edge.rpc.call(createReseller, { company: 'Example', currency, contact }, edge.call())
  const read = (query: InputGiven<typeof getReseller>) => edge.rpc.call(getReseller, query, edge.call(resellerId))
  return { resellerId, read }
}

it('shows the account with its balance, and what was reserved of it', async () => {
  const { resellerId, read } = await account('anna')
  await edge.rpc.call(topUp, { resellerId, currency: 'EUR', amount: '10.00', key: 'x' }, edge.call())
  const order = { orderId: randomUUID(), owner: 'domains' as const, resellerId, charge: charge(333) }
  await edge.rpc.call(reserveCredit, order, edge.call())
  expect(await read({})).toMatchObject({
    id: resellerId,
    company_name: 'Example',
    status: 'ACT',
    created_at: '2027-01-01 00:00:00',
    balance: 6.67,
    reserved_balance: 3.33,
    tier: 0,
  })
})

it('has nothing and is asked for its own currency before anything was paid', async () => {
  const { resellerId, read } = await account('bert', 'USD')
  expect(await read({ with_settings: true })).toMatchObject({
    balance: 0,
    reserved_balance: 0,
    settings: { currency: 'USD', maximum_credit: 0 },
  })
  const price = { domain: { extension: 'com' } }
  await eventually(async () => {
    const { price: found } = await edge.rpc.call(getDomainPrice, price, edge.call(resellerId))
    return found.reseller.currency === 'USD'
  }, 'prices in dollars')
})

it('shows its numbers and its people when asked', async () => {
  const { resellerId, read } = await account('carla')
  const none = { ACT: 0, FAI: 0, NSR: 0, PEN: 0, REJ: 0, REQ: 0 }
  expect((await read({ with_statistics: true })).statistics).toEqual({
    customer: { total: 0 },
    dns: { total: 0 },
    domain: { total: 0, by_status: none },
    ssl: { total: 0, by_status: none },
    email_service: { total_count: 0 },
  })
  const call = () => edge.call(resellerId)
  const person = {
    name: { first_name: 'Ada', last_name: 'Jansen' },
    address: { street: 'Keizersgracht', number: '1', zipcode: '1015 CJ', city: 'Amsterdam', country: 'NL' },
    phone: { country_code: '+31', area_code: '20', subscriber_number: '5551234' },
    email: 'ada@example.com',
  }
  await edge.rpc.call(createCustomer, person, call())
  const zone = {
    domain: { name: 'mine', extension: 'com' },
    type: 'master' as const,
    records: [{ type: 'A' as const, name: 'www', value: '192.0.2.10', ttl: 3600 }],
  }
  await edge.rpc.call(createZone, zone, call())
  expect((await read({ with_statistics: true })).statistics).toMatchObject({
    customer: { total: 1 },
    dns: { total: 1 },
  })
  const { contacts } = await read({ with_contacts: true })
  expect(contacts).toMatchObject([{ username: 'carla', email: 'carla@example.com' }])
})

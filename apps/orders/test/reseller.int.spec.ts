import { randomUUID } from 'node:crypto'
import { createReseller } from '@nameyard/contracts/access/create-reseller'
import { setAutoRenewal } from '@nameyard/contracts/access/set-auto-renewal'
import { createCustomer } from '@nameyard/contracts/customers/create-customer'
import { createTag } from '@nameyard/contracts/customers/create-tag'
import { createZone } from '@nameyard/contracts/dns/create-zone'
import type { InputGiven } from '@nameyard/contracts/operation'
import { getDomainPrice } from '@nameyard/contracts/orders/get-domain-price'
import { getReseller } from '@nameyard/contracts/orders/get-reseller'
import { getResellerSettings } from '@nameyard/contracts/orders/get-reseller-settings'
import { getResellerStatistics } from '@nameyard/contracts/orders/get-reseller-statistics'
import { reserveCredit } from '@nameyard/contracts/orders/reserve-credit'
import { setCreditLimit } from '@nameyard/contracts/orders/set-credit-limit'
import { topUp } from '@nameyard/contracts/orders/top-up'
import { service as customers } from '@nameyard/customers/service'
import { service as dns } from '@nameyard/dns/service'
import { service as domains } from '@nameyard/domains/service'
import { service as events } from '@nameyard/events/service'
import { loadConfig } from '@nameyard/runtime/load-config'
import { createLog } from '@nameyard/runtime/log'
import type { Running } from '@nameyard/runtime/service'
import { actorSettings } from '@nameyard/testing/actors'
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
/** The events service. */
let log: Running

beforeAll(async () => {
  ;[database, broker] = await Promise.all([testDatabase(customers, domains, dns, events, orders), testBroker()])
  const environment = { DATABASE_URL: database.url, AMQP_URL: broker.url, ...actorSettings }
  const clock = new SettableClock()
  const context = { clock, log: createLog('test', 'silent') }
  running.push(await customers.start(loadConfig(customers.config, environment), context))
  running.push(
    await domains.start(
      loadConfig(domains.config, { ...environment, SANDBOX: 'true', AUTH_CODE_SECRET: 's'.repeat(32) }),
      context,
    ),
  )
  running.push(
    await dns.start(
      loadConfig(dns.config, { ...environment, DNS_PORT: '0', DELEGATION_ROOTS: '127.0.0.1:1' }),
      context,
    ),
  )
  log = await events.start(loadConfig(events.config, environment), context)
  running.push(log)
  running.push(await orders.start(loadConfig(orders.config, environment), context))
  edge = await testParty('gateway', { url: broker.url, clock })
})
afterAll(async () => {
  await edge?.close()
  for (const each of running) await each.close()
  await Promise.all([database?.drop(), broker?.drop()])
})

const noWebhook = {
  is_webhook_enabled: false,
  webhook_settings: { host: '', api_key: '', signature_secret: '' },
}

const account = async (username: string, currency = 'EUR') => {
  const contact = { username, password: 'correct horse battery', email: `${username}@example.com` }
  const { resellerId } = await edge.rpc.call(createReseller, { company: 'Example', currency, contact }, edge.call())
  const read = (query: InputGiven<typeof getReseller>) => edge.rpc.call(getReseller, query, edge.call(resellerId))
  return { resellerId, read }
}

it('returns the account with its available and reserved balance', async () => {
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

it('returns a balance of 0 in its own currency before the first payment', async () => {
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

it('returns statistics and contacts on request', async () => {
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

describe('resellers.get-settings', () => {
  const settings = (resellerId: number) => edge.rpc.call(getResellerSettings, {}, edge.call(resellerId))

  it('returns currency, credit limit, tags and automatic renewal of the account of the caller', async () => {
    const [own, other] = [await account('dora', 'USD'), await account('emil')]
    await edge.rpc.call(topUp, { resellerId: own.resellerId, currency: 'USD', amount: '1.00', key: 'x' }, edge.call())
    const limit = { operator: 'maria', resellerId: own.resellerId, limit: '25.50' }
    await edge.rpc.call(setCreditLimit, limit, edge.call())
    for (const value of ['silver', 'gold'])
      await edge.rpc.call(createTag, { key: 'customer', value }, edge.call(own.resellerId))
    const renewal = { operator: 'maria', resellerId: own.resellerId, isEnabled: false }
    await edge.rpc.call(setAutoRenewal, renewal, edge.call())
    expect(await settings(own.resellerId)).toEqual({
      currency: 'USD',
      maximum_credit: 25.5,
      is_auto_renew_enabled: false,
      tags: ['gold', 'silver'],
      notifications_settings: noWebhook,
    })
    expect(await settings(other.resellerId)).toEqual({
      currency: 'EUR',
      maximum_credit: 0,
      is_auto_renew_enabled: true,
      tags: [],
      notifications_settings: noWebhook,
    })
  })

  it('returns the same settings as resellers.get', async () => {
    const { resellerId, read } = await account('frida')
    expect(await settings(resellerId)).toEqual((await read({ with_settings: true })).settings)
  })
})

describe('resellers.get-statistics', () => {
  const statistics = (resellerId: number) => edge.rpc.call(getResellerStatistics, {}, edge.call(resellerId))

  it('counts zones of the account of the caller only, like resellers.get', async () => {
    const [own, other] = [await account('gerd'), await account('hana')]
    const records = [{ type: 'A' as const, name: 'www', value: '192.0.2.10', ttl: 3600 }]
    for (const name of ['counted-one', 'counted-two'])
      await edge.rpc.call(
        createZone,
        { domain: { name, extension: 'com' }, type: 'master', records },
        edge.call(own.resellerId),
      )
    expect(await statistics(own.resellerId)).toMatchObject({ dns: { total: 2 }, customer: { total: 0 } })
    expect(await statistics(own.resellerId)).toEqual((await own.read({ with_statistics: true })).statistics)
    expect(await statistics(other.resellerId)).toMatchObject({ dns: { total: 0 } })
  })
})

it('reads the other settings while the events service does not answer', async () => {
  const { resellerId } = await account('alone')
  const [stopped] = running.splice(running.indexOf(log), 1)
  await stopped!.close()
  const settings = await edge.rpc.call(getResellerSettings, {}, edge.call(resellerId))
  expect(settings).toMatchObject({ currency: 'EUR' })
  expect(settings).not.toHaveProperty('notifications_settings')
})

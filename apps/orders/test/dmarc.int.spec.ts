import { createReseller } from '@nameyard/contracts/access/create-reseller'
import { createCustomer } from '@nameyard/contracts/customers/create-customer'
import { createDmarcOrder } from '@nameyard/contracts/orders/create-dmarc-order'
import { getDmarcOrder } from '@nameyard/contracts/orders/get-dmarc-order'
import { listDmarcOrders } from '@nameyard/contracts/orders/list-dmarc-orders'
import { service as customers } from '@nameyard/customers/service'
import { service as domains } from '@nameyard/domains/service'
import { loadConfig } from '@nameyard/runtime/load-config'
import { createLog } from '@nameyard/runtime/log'
import type { Running } from '@nameyard/runtime/service'
import { testBroker, type TestBroker } from '@nameyard/testing/broker'
import { SettableClock } from '@nameyard/testing/clock'
import { testDatabase, type TestDatabase } from '@nameyard/testing/database'
import { testParty, type TestParty } from '@nameyard/testing/party'
import { Client } from 'pg'
import { service } from '../src/service'

const clock = new SettableClock()
let database: TestDatabase
let broker: TestBroker
let sql: Client
let asker: TestParty
const running: Running[] = []
let anna: { resellerId: number; handle: string }
let bert: { resellerId: number; handle: string }

beforeAll(async () => {
  ;[database, broker] = await Promise.all([testDatabase(service, customers, domains), testBroker()])
  const settings = { DATABASE_URL: database.url, AMQP_URL: broker.url }
  const surroundings = { clock, log: createLog('test', 'silent') }
  running.push(await customers.start(loadConfig(customers.config, settings), surroundings))
  running.push(await domains.start(loadConfig(domains.config, settings), surroundings))
  running.push(await service.start(loadConfig(service.config, settings), surroundings))
  asker = await testParty('gateway', { url: broker.url, clock })
  sql = new Client({ connectionString: database.url })
  await sql.connect()
  anna = await account('anna')
  bert = await account('bert')
  for (const name of ['example.com', 'xn--bcher-kva.de', 'raced.com', 'first.nl']) await hold(anna.resellerId, name)
  await hold(bert.resellerId, 'berts.com')
})
afterAll(async () => {
  await asker?.close()
  for (const each of running.reverse()) await each.close()
  await sql?.end()
  await Promise.all([database?.drop(), broker?.drop()])
})

/** An account with one customer. */
async function account(username: string) {
  const contact = { username, password: 'correct horse', email: 'a@example.com' }
  const opened = await asker.rpc.call(createReseller, { company: 'Example', currency: 'EUR', contact }, asker.call())
  const customer = {
    name: { first_name: 'Anna', last_name: 'Tester' },
    address: { street: 'Main Street', number: 12, zipcode: '1000 AA', city: 'Amsterdam', country: 'NL' },
    phone: { country_code: '31', area_code: '20', subscriber_number: '1234567' },
    email: 'anna@example.com',
  }
  const { handle } = await asker.rpc.call(createCustomer, customer, asker.call(opened.resellerId))
  return { resellerId: opened.resellerId, handle }
}

/** An active domain of an account. */
async function hold(resellerId: number, name: string) {
  const label = name.slice(0, name.indexOf('.'))
  await sql.query(
    `insert into domains.domain (reseller_id, name, label, extension, phase, comments, ns_group, owner_handle, ordered_at,
       type, period_years, autorenew, admin_handle, tech_handle, billing_handle, reseller_handle, name_servers, auth_code,
       is_locked, changed_at, version, suspension_version)
     values ($1, $2, $3, $4, 'active', '', '', 'H', now(), 'NEW', 1, 'on', 'H', 'H', 'H', '', '[]', 'x', false, now(), 1,
       0)`,
    [resellerId, name, label, name.slice(label.length + 1)],
  )
}

const order = (name: string, extension: string, by = anna, owner_handle = by.handle) =>
  asker.rpc.call(createDmarcOrder, { domain: { name, extension }, owner_handle }, asker.call(by.resellerId))
const read = (name: string, extension: string, by = anna) =>
  asker.rpc.call(getDmarcOrder, { domain: { name, extension } }, asker.call(by.resellerId))

describe('an order of e-mail DMARC', () => {
  it('is for a domain of the account, and names the record that proves control', async () => {
    const placed = await order('Example', 'COM')
    expect(placed).toMatchObject({
      domain: { name: 'example', extension: 'com' },
      status: 'REQ',
      record_type: 'CNAME',
      record_host: '_dmarc.example.com',
    })
    expect(await read('EXAMPLE', '.com')).toEqual(placed)
  })

  it('is the same in both spellings of an internationalized name', async () => {
    const placed = await order('bücher', 'de')
    expect(placed.domain).toEqual({ name: 'xn--bcher-kva', extension: 'de' })
    expect(await read('xn--bcher-kva', 'de')).toEqual(placed)
    expect(await read('BÜCHER', 'de')).toEqual(placed)
    await expect(order('XN--BCHER-KVA', 'de')).rejects.toMatchObject({ refusal: 'dmarc_order_active' })
  })

  it('is placed once when it is asked for many times at the same time', async () => {
    const answers = await Promise.allSettled(Array.from({ length: 10 }, () => order('raced', 'com')))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const answer of answers) {
      if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ refusal: 'dmarc_order_active' })
    }
  })

  it('may be placed again when the last one has ended; the newest one is read', async () => {
    const { id } = await order('first', 'nl')
    await sql.query(`update orders.dmarc_order set status = 'EXP' where id = $1`, [id])
    expect((await read('first', 'nl')).status).toBe('EXP')
    const next = await order('first', 'nl')
    expect(next.id).toBeGreaterThan(id)
    expect(await read('first', 'nl')).toEqual(next)
  })

  it.each([
    ['domain_not_found', () => order('berts', 'com')],
    ['domain_not_found', () => order('nobodys', 'com')],
    ['domain_name_invalid', () => order('a_b', 'com')],
    ['customer_not_found', () => order('example', 'com', anna, 'XX999999-NL')],
    ['customer_not_found', () => order('example', 'com', anna, bert.handle)],
    ['dmarc_order_not_found', () => read('example', 'com', bert)],
    ['dmarc_order_not_found', () => read('no name', 'com')],
  ])('is refused with %s', async (refusal, ask) => {
    await expect(ask()).rejects.toMatchObject({ refusal })
  })

  it('is listed with the others of the account, by page, status and name', async () => {
    const list = async (query: object) => {
      const { results, total } = await asker.rpc.call(listDmarcOrders, query, asker.call(anna.resellerId))
      return [results.map(({ domain, status }) => `${domain.name} ${status}`), total]
    }
    const all = ['example REQ', 'xn--bcher-kva REQ', 'raced REQ', 'first EXP', 'first REQ']
    expect(await list({})).toEqual([all, 5])
    expect(await list({ order_by: { id: 'desc' }, limit: 2 })).toEqual([['first REQ', 'first EXP'], 5])
    expect(await list({ limit: 2, offset: 4 })).toEqual([['first REQ'], 5])
    expect(await list({ offset: 50 })).toEqual([[], 5])
    expect(await list({ status: ['EXP', 'FAI'] })).toEqual([['first EXP'], 1])
    expect(await list({ domain: { name: 'BÜCHER' } })).toEqual([['xn--bcher-kva REQ'], 1])
    expect(await list({ domain: { extension: '.NL' } })).toEqual([['first EXP', 'first REQ'], 2])
  })
})

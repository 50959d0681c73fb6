import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCustomer } from '@nameyard/contracts/customers/create-customer'
import { createReseller } from '@nameyard/contracts/access/create-reseller'
import { createZone } from '@nameyard/contracts/dns/create-zone'
import { getZone } from '@nameyard/contracts/dns/get-zone'
import { updateZone } from '@nameyard/contracts/dns/update-zone'
import { cancelSslOrder } from '@nameyard/contracts/orders/cancel-ssl-order'
import { createCsr } from '@nameyard/contracts/orders/create-csr'
import { createSslOrder } from '@nameyard/contracts/orders/create-ssl-order'
import { getSslOrder } from '@nameyard/contracts/orders/get-ssl-order'
import { reencryptAuthorityKeys } from '@nameyard/contracts/orders/reencrypt-authority-keys'
import { renewSslOrder } from '@nameyard/contracts/orders/renew-ssl-order'
import { topUp } from '@nameyard/contracts/orders/top-up'
import { verifyLedger } from '@nameyard/contracts/orders/verify-ledger'
import { service as customers } from '@nameyard/customers/service'
import { service as dns } from '@nameyard/dns/service'
import { Clock } from '@nameyard/runtime/clock'
import { loadConfig } from '@nameyard/runtime/load-config'
import { createLog } from '@nameyard/runtime/log'
import type { Running } from '@nameyard/runtime/service'
import { testBroker, type TestBroker } from '@nameyard/testing/broker'
import { testDatabase, type TestDatabase } from '@nameyard/testing/database'
import { eventually } from '@nameyard/testing/eventually'
import { freePort } from '@nameyard/testing/free-port'
import { testParty, type TestParty } from '@nameyard/testing/party'
import { Client } from 'pg'
import { service } from '../src/service'

/** Certificate orders when something is away, late or gone, and over the years. */

const DAY_MS = 86_400_000
/** Runs by itself; the time of the platform is put ahead, that of whoever waits is not. */
const clock = new Clock()
let aheadMs = 0
const goOn = (milliseconds: number) => clock.putAhead((aheadMs += milliseconds))
const surroundings = { clock, log: createLog('test', 'silent') }
const mails = mkdtempSync(join(tmpdir(), 'nameyard-ssl-'))
let database: TestDatabase
let broker: TestBroker
let sql: Client
let asker: TestParty
let resellerId: number
let handle: string
let csr: string
let resolver: string
const running: Record<'customers' | 'dns' | 'orders', Running | undefined> = {
  customers: undefined,
  dns: undefined,
  orders: undefined,
}

const base = () => ({ DATABASE_URL: database.url, AMQP_URL: broker.url })
const startDns = async () => {
  const settings = { ...base(), DNS_PORT: resolver.split(':')[1]! }
  running.dns = await dns.start(loadConfig(dns.config, settings), surroundings)
}
const startOrders = async (over: Record<string, string> = {}) => {
  await running.orders?.close()
  const usual = {
    PROOF_RESOLVERS: resolver,
    PROOF_LOOKUP_TIMEOUT_MS: '100',
    CA_KEY_SECRET: 's'.repeat(32),
    SSL_SWEEP_SECONDS: '0.05',
  }
  running.orders = await service.start(loadConfig(service.config, { ...base(), ...usual, ...over }), surroundings)
}

beforeAll(async () => {
  ;[database, broker] = await Promise.all([testDatabase(service, customers, dns), testBroker()])
  resolver = `127.0.0.1:${await freePort()}`
  running.customers = await customers.start(
    loadConfig(customers.config, { ...base(), MAIL_FOLDER: mails }),
    surroundings,
  )
  await startDns()
  await startOrders()
  asker = await testParty('gateway', { url: broker.url, clock })
  sql = new Client({ connectionString: database.url })
  await sql.connect()
  const contact = { username: 'ssl', password: 'correct horse', email: 'a@example.com' }
  const given = { company: 'Example', currency: 'EUR', contact }
  ;({ resellerId } = await asker.rpc.call(createReseller, given, asker.call()))
  const customer = {
    name: { first_name: 'Anna', last_name: 'Tester' },
    address: { street: 'Main Street', number: 12, zipcode: '1000 AA', city: 'Amsterdam', country: 'NL' },
    phone: { country_code: '31', area_code: '20', subscriber_number: '1234567' },
    email: 'anna@example.com',
  }
  ;({ handle } = await asker.rpc.call(createCustomer, customer, asker.call(resellerId)))
  await asker.rpc.call(topUp, { resellerId, currency: 'EUR', amount: '54.00', key: 'opening' }, asker.call())
  const asked = { bits: 2048, common_name: 'hosted.org', country: 'NL', email: 'anna@example.com' }
  ;({ csr } = await asker.rpc.call(createCsr, asked, asker.call(resellerId)))
  const records = [{ type: 'A', name: 'www', value: '192.0.2.1', ttl: 900 }]
  const domain = { name: 'hosted', extension: 'org' }
  await asker.rpc.call(createZone, { domain, type: 'master', records }, asker.call(resellerId))
}, 60_000)
afterAll(async () => {
  await asker?.close()
  for (const each of Object.values(running)) await each?.close()
  await sql?.end()
  await Promise.all([database?.drop(), broker?.drop()])
  rmSync(mails, { recursive: true, force: true })
})
afterEach(async () => {
  // What is set aside is what is open, whatever happened.
  expect((await asker.rpc.call(verifyLedger, { all: true }, asker.call())).findings).toEqual([])
})

const place = async (over: object = {}) => {
  const usual = { product_id: 5, period: 1, csr, organization_handle: handle, enable_dns_automation: true }
  const order = { ...usual, start_provision: true, ...over }
  return (await asker.rpc.call(createSslOrder, order, asker.call(resellerId))).id
}
const read = (id: number) => asker.rpc.call(getSslOrder, { id }, asker.call(resellerId))
/** Time goes on while somebody waits. */
const becomes = async (id: number, status: string) => {
  await eventually(
    async () => {
      goOn(1_000)
      return (await read(id)).status === status
    },
    `order ${id} ${status}`,
    30_000,
  )
  return read(id)
}
const tells = (id: number, text: string) =>
  eventually(async () => (await read(id)).domain_validation_statuses.ca_status.includes(text), text, 20_000)
const count = async (text: string, ...values: unknown[]) =>
  Number((await sql.query(`select count(*) from orders.${text}`, values)).rows[0].count)
const issuedFor = (id: number) =>
  count('ca_certificate c join orders.ssl_order o on o.panel_id::text = c.order_key where o.id = $1', id)
const capturesOf = (id: number) =>
  count(
    `ledger_transaction t join orders.ssl_purchase p using (order_id) where p.ssl_order_id = $1 and t.kind = 'capture'`,
    id,
  )
const proofs = async () => {
  const { records = [] } = await asker.rpc.call(
    getZone,
    { name: 'hosted.org', with_records: true },
    asker.call(resellerId),
  )
  return records.filter(({ type }) => type === 'TXT')
}

it('waits for a CA that is down, and is issued once when it is back', async () => {
  const id = await place()
  await becomes(id, 'ACT')
  await startOrders({ CA_KEY_SECRET: 'x'.repeat(32) })
  const waiting = await place()
  await tells(waiting, 'CA_KEY_SECRET lacks the secret')
  expect((await read(waiting)).status).toBe('REQ')
  const reencrypt = () => asker.rpc.call(reencryptAuthorityKeys, {}, asker.call())
  await expect(reencrypt()).rejects.toMatchObject({ refusal: 'certificates_unavailable' })
  await startOrders({ CA_KEY_SECRET: `${'y'.repeat(32)},${'s'.repeat(32)}` })
  await becomes(waiting, 'ACT')
  expect([await issuedFor(waiting), await capturesOf(waiting)]).toEqual([1, 1])
  expect([await reencrypt(), await reencrypt()]).toEqual([{ keys: 2 }, { keys: 0 }])
  // The old secret can go.
  await startOrders({ CA_KEY_SECRET: 'y'.repeat(32) })
  await becomes(await place(), 'ACT')
  await startOrders({ CA_KEY_SECRET: `${'s'.repeat(32)},${'y'.repeat(32)}` })
  await reencrypt()
  await startOrders()
}, 60_000)

it('waits for name servers and for the service that has the zones', async () => {
  await running.dns!.close()
  running.dns = undefined
  const id = await place()
  await tells(id, 'away')
  await startDns()
  await becomes(id, 'ACT')
  await startOrders({ PROOF_RESOLVERS: `127.0.0.1:${await freePort()}` })
  const deaf = await place()
  await tells(deaf, 'DNS does not answer')
  await startOrders()
  await becomes(deaf, 'ACT')
  expect([await issuedFor(deaf), await capturesOf(deaf)]).toEqual([1, 1])
}, 60_000)

it('places a record again that somebody took away, and leaves none behind', async () => {
  await startOrders({ PROOF_RESOLVERS: `127.0.0.1:${await freePort()}` })
  const id = await place()
  await eventually(async () => (await proofs()).length === 1, 'the record')
  const taken = (await proofs()).map(({ type, name, value }) => ({ type, name: `${name}.`, value }))
  await asker.rpc.call(updateZone, { name: 'hosted.org', records: { remove: taken } }, asker.call(resellerId))
  await startOrders()
  await becomes(id, 'ACT')
  await eventually(async () => (await proofs()).length === 0, 'no record')
  expect(await count('ssl_placed_proof')).toBe(0)
  await asker.rpc.call(cancelSslOrder, { id }, asker.call(resellerId))
  await becomes(id, 'FAI')
}, 60_000)

it('is issued once by many processes at the same time, and cancelled while they are at it', async () => {
  const others = await Promise.all(
    [1, 2].map(() =>
      service.start(
        loadConfig(service.config, {
          ...base(),
          PROOF_RESOLVERS: resolver,
          CA_KEY_SECRET: 's'.repeat(32),
          SSL_SWEEP_SECONDS: '0.01',
        }),
        surroundings,
      ),
    ),
  )
  const id = await place()
  await becomes(id, 'ACT')
  expect([await issuedFor(id), await capturesOf(id)]).toEqual([1, 1])
  const cancels = Array.from({ length: 5 }, () => asker.rpc.call(cancelSslOrder, { id }, asker.call(resellerId)))
  await Promise.allSettled(cancels)
  await becomes(id, 'FAI')
  expect(await count(`ledger_transaction where kind = 'refund'`)).toBe(2)
  expect(await count('ca_certificate where revoked_at is not null')).toBe(2)
  await Promise.all(others.map((each) => each.close()))
}, 60_000)

it('is rejected when control is not proven within thirty days, and costs nothing', async () => {
  const asked = { bits: 2048, common_name: 'nobodys.org', country: 'NL', email: 'anna@example.com' }
  const other = await asker.rpc.call(createCsr, asked, asker.call(resellerId))
  const id = await place({ csr: other.csr })
  await tells(id, 'DNS does not answer')
  goOn(30 * DAY_MS)
  const { domain_validation_statuses } = await becomes(id, 'REJ')
  expect(domain_validation_statuses.ca_status).toContain('30 days')
  expect([await issuedFor(id), await capturesOf(id)]).toEqual([0, 0])
}, 60_000)

it('is renewed by itself in its last month, reminded of when it cannot be, and ends', async () => {
  // One open price is left: the second renewal finds nothing.
  const available = async () =>
    Number(
      (await sql.query('select available from orders.ledger_account where reseller_id = $1', [resellerId])).rows[0]
        .available,
    )
  const spare = await available()
  await asker.rpc.call(
    topUp,
    { resellerId, currency: 'EUR', amount: ((1800 + 900 - (spare % 900)) / 100).toFixed(2), key: 'more' },
    asker.call(),
  )
  const id = await place({ autorenew: 'on' })
  const first = await becomes(id, 'ACT')
  await expect(asker.rpc.call(renewSslOrder, { id }, asker.call(resellerId))).rejects.toMatchObject({
    refusal: 'ssl_renewal_too_early',
  })
  while ((await available()) >= 1800) await place({ start_provision: false })
  goOn(336 * DAY_MS)
  await eventually(async () => (await issuedFor(id)) === 2, 'the renewal', 30_000)
  const second = await becomes(id, 'ACT')
  expect(second.expiration_date.slice(4)).toBe(first.expiration_date.slice(4))
  expect(Number(second.expiration_date.slice(0, 4))).toBe(Number(first.expiration_date.slice(0, 4)) + 1)
  expect(await capturesOf(id)).toBe(2)
  while ((await available()) >= 900) await place({ start_provision: false })
  goOn(366 * DAY_MS)
  const reminded = () =>
    readdirSync(mails).filter((name) => readFileSync(join(mails, name), 'utf8').includes('ends soon'))
  await eventually(() => reminded().length > 0, 'a reminder', 20_000)
  expect((await read(id)).status).toBe('ACT')
  goOn(40 * DAY_MS)
  await becomes(id, 'EXP')
  expect([await issuedFor(id), await capturesOf(id)]).toEqual([2, 2])
}, 90_000)

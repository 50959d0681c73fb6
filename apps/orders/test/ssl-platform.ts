import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { createReseller } from '@nameyard/contracts/access/create-reseller'
import { createCustomer } from '@nameyard/contracts/customers/create-customer'
import { createZone } from '@nameyard/contracts/dns/create-zone'
import { getZone } from '@nameyard/contracts/dns/get-zone'
import type { InputGiven } from '@nameyard/contracts/operation'
import { createCsr } from '@nameyard/contracts/orders/create-csr'
import { createSslOrder } from '@nameyard/contracts/orders/create-ssl-order'
import { getSslOrder } from '@nameyard/contracts/orders/get-ssl-order'
import { topUp } from '@nameyard/contracts/orders/top-up'
import { verifyLedger } from '@nameyard/contracts/orders/verify-ledger'
import { everyRight } from '@nameyard/contracts/rights'
import { service as customers } from '@nameyard/customers/service'
import { service as dns } from '@nameyard/dns/service'
import { Clock } from '@nameyard/runtime/clock'
import { loadConfig } from '@nameyard/runtime/load-config'
import { createLog } from '@nameyard/runtime/log'
import type { Running } from '@nameyard/runtime/service'
import { actorSettings } from '@nameyard/testing/actors'
import { testBroker } from '@nameyard/testing/broker'
import { testDatabase } from '@nameyard/testing/database'
import { eventually } from '@nameyard/testing/eventually'
import { freePort } from '@nameyard/testing/free-port'
import { holders, HoldersStandIn } from '@nameyard/testing/holders'
import { openTransaction } from '@nameyard/testing/open-transaction'
import { testParty } from '@nameyard/testing/party'
import { service } from '../src/service'

/**
 * The orders service with all services that certificate orders need, one account with a balance, and the zone hosted.org
 * with an address of this machine. The clock runs, and tests can advance it.
 */
export async function startSslPlatform(money: string, mailSettings: Readonly<Record<string, string>> = {}) {
  const clock = new Clock()
  let aheadMs = 0
  const advance = (milliseconds: number) => clock.putAhead((aheadMs += milliseconds))
  const context = { clock, log: createLog('test', 'silent') }
  const mails = mkdtempSync(join(tmpdir(), 'nameyard-ssl-'))
  const [database, broker, port] = await Promise.all([testDatabase(service, customers, dns), testBroker(), freePort()])
  const resolver = `127.0.0.1:${port}`
  const base = { DATABASE_URL: database.url, AMQP_URL: broker.url, ...actorSettings }
  const settings = {
    ...base,
    PROOF_RESOLVERS: resolver,
    PROOF_LOOKUP_TIMEOUT_MS: '100',
    EGRESS_ALLOW: '127.0.0.1',
    CA_KEY_SECRET: 's'.repeat(32),
    SSL_SWEEP_SECONDS: '0.05',
  }
  const running: Record<'dns' | 'orders', Running | undefined> = { dns: undefined, orders: undefined }
  const startDns = async () => {
    running.dns = await dns.start(
      loadConfig(dns.config, { ...base, DNS_PORT: String(port), DELEGATION_ROOTS: '127.0.0.1:1' }),
      context,
    )
  }
  const stopDns = async () => {
    await running.dns?.close()
    running.dns = undefined
  }
  const replica = (over: Record<string, string> = {}) =>
    service.start(loadConfig(service.config, { ...settings, ...over }), context)
  const startOrders = async (over: Record<string, string> = {}) => {
    await running.orders?.close()
    running.orders = await replica(over)
  }

  const customersService = await customers.start(
    loadConfig(customers.config, { ...base, MAIL_FOLDER: mails, ...mailSettings }),
    context,
  )
  await startDns()
  await startOrders()
  const party = await testParty('gateway', { url: broker.url, clock })
  const holder = await testParty('domains', { url: broker.url, clock, controllers: [HoldersStandIn] })
  const sql = new Client({ connectionString: database.url })
  await sql.connect()
  const contact = { username: 'ssl', password: 'correct horse battery', email: 'a@example.com' }
  const given = { company: 'Example', currency: 'EUR', contact }
  const { resellerId, contactId } = await party.rpc.call(createReseller, given, party.call())
  const actor = { contactId, username: 'tester', role: 'admin' as const, scope: everyRight }
  const call = () => party.call(resellerId, { actor: { ...actor, resellerId } })
  let accounts = 0
  /** Opens another account. Returns a call of its administrator. */
  const otherAccount = async () => {
    const others = { ...given, contact: { ...contact, username: `other-${(accounts += 1)}` } }
    const opened = await party.rpc.call(createReseller, others, party.call())
    return party.call(opened.resellerId, { actor: { ...actor, ...opened } })
  }
  let changes = 0
  /** Makes the account, or another one, the holder of a domain. */
  const holds = (name: string, account = resellerId) => {
    const changedAt = clock.now().toISOString()
    const holding = { by: 'registration' as const, since: changedAt }
    holders.of.set(name, { name, domainId: 1, resellerId: account, version: ++changes, changedAt, holding })
  }
  const customer = {
    name: { first_name: 'Anna', last_name: 'Tester' },
    address: { street: 'Main Street', number: 12, zipcode: '1000 AA', city: 'Amsterdam', country: 'NL' },
    phone: { country_code: '31', area_code: '20', subscriber_number: '1234567' },
    email: 'anna@example.com',
  }
  const { handle } = await party.rpc.call(createCustomer, customer, call())
  await party.rpc.call(topUp, { resellerId, currency: 'EUR', amount: money, key: 'opening' }, party.call())
  const requestFor = async (common_name: string) => {
    const asked = { bits: 2048, common_name, country: 'NL', email: 'anna@example.com' }
    return (await party.rpc.call(createCsr, asked, call())).csr
  }
  holds('hosted.org')
  const csr = await requestFor('hosted.org')
  const records = [{ type: 'A' as const, name: '', value: '127.0.0.1', ttl: 900 }]
  const domain = { name: 'hosted', extension: 'org' }
  await party.rpc.call(createZone, { domain, type: 'master', records }, call())

  const read = (id: number) => party.rpc.call(getSslOrder, { id }, call())
  const count = async (text: string, ...values: unknown[]) =>
    Number((await sql.query(`select count(*) from orders.${text}`, values)).rows[0].count)
  const movedFor = (id: number, kind: string) =>
    count(
      `ledger_transaction t join orders.ssl_purchase p using (order_id) where p.ssl_order_id = $1 and t.kind = $2`,
      id,
      kind,
    )

  return {
    party,
    call,
    otherAccount,
    clock,
    advance,
    read,
    replica,
    requestFor,
    holds,
    resellerId,
    count,
    sql,
    startDns,
    startOrders,
    stopDns,
    async place(over: Partial<InputGiven<typeof createSslOrder>> = {}): Promise<number> {
      const usual = { product_id: 5, period: 1, csr, organization_handle: handle, enable_dns_automation: true }
      return (await party.rpc.call(createSslOrder, { ...usual, start_provision: true, ...over }, call())).id
    },
    /** Advances the clock until an order has a status. Returns the order. */
    async becomes(id: number, status: string) {
      await eventually(async () => {
        advance(1_000)
        return (await read(id)).status === status
      }, `order ${id} ${status}`)
      return read(id)
    },
    /** Advances the clock until the CA status of an order contains a text. */
    reports: (id: number, text: string) =>
      eventually(async () => {
        advance(1_000)
        return (await read(id)).domain_validation_statuses.ca_status.includes(text)
      }, text),
    issuedFor: (id: number) =>
      count('ca_certificate c join orders.ssl_order o on o.panel_id::text = c.order_key where o.id = $1', id),
    capturesOf: (id: number) => movedFor(id, 'capture'),
    refundsOf: (id: number) => movedFor(id, 'refund'),
    /** TXT records in the zone. */
    async proofs() {
      const { records = [] } = await party.rpc.call(getZone, { name: 'hosted.org', with_records: true }, call())
      return records.filter(({ type }) => type === 'TXT')
    },
    transaction: () => openTransaction(database.url),
    mails: () => readdirSync(mails).map((name) => readFileSync(join(mails, name), 'utf8')),
    /** The findings of `ledger.verify`, which must be empty. */
    violations: async () => (await party.rpc.call(verifyLedger, { all: true }, party.call())).findings,
    async close() {
      await party.close()
      await holder.close()
      for (const each of [customersService, running.dns, running.orders]) await each?.close()
      await sql.end()
      await Promise.all([database.drop(), broker.drop()])
      rmSync(mails, { recursive: true, force: true })
    },
  }
}

export type SslPlatform = Awaited<ReturnType<typeof startSslPlatform>>

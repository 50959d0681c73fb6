import { Client } from 'pg'
import { createReseller } from '@nameyard/contracts/access/create-reseller'
import { createCustomer } from '@nameyard/contracts/customers/create-customer'
import { createZone } from '@nameyard/contracts/dns/create-zone'
import { updateZone } from '@nameyard/contracts/dns/update-zone'
import type { Input, Result } from '@nameyard/contracts/operation'
import { createDmarcOrder } from '@nameyard/contracts/orders/create-dmarc-order'
import { deleteDmarcOrder } from '@nameyard/contracts/orders/delete-dmarc-order'
import { getDmarcOrder } from '@nameyard/contracts/orders/get-dmarc-order'
import { retryDmarcOrder } from '@nameyard/contracts/orders/retry-dmarc-order'
import { topUp } from '@nameyard/contracts/orders/top-up'
import { verifyLedger } from '@nameyard/contracts/orders/verify-ledger'
import { service as customers } from '@nameyard/customers/service'
import { service as dns } from '@nameyard/dns/service'
import { service as domains } from '@nameyard/domains/service'
import { hostResolver } from '@nameyard/egress/resolver'
import { loadConfig } from '@nameyard/runtime/load-config'
import { createLog } from '@nameyard/runtime/log'
import type { Running } from '@nameyard/runtime/service'
import { actorSettings } from '@nameyard/testing/actors'
import { testBroker } from '@nameyard/testing/broker'
import { SettableClock } from '@nameyard/testing/clock'
import { testDatabase } from '@nameyard/testing/database'
import { eventually } from '@nameyard/testing/eventually'
import { freePort } from '@nameyard/testing/free-port'
import { openTransaction } from '@nameyard/testing/open-transaction'
import { testParty } from '@nameyard/testing/party'
import { ResolverLookup } from '../src/proofs/resolver.lookup'
import { service } from '../src/service'

type Order = Result<typeof createDmarcOrder>
type Change = NonNullable<Input<typeof updateZone>['records']>

export interface Account {
  readonly resellerId: number
  /** Its administrator. */
  readonly contactId: number
  readonly handle: string
}

/** The orders service with all services that DMARC orders need, on a clock that the test moves. */
export async function startDmarcPlatform() {
  const clock = new SettableClock()
  const [port, database, broker] = await Promise.all([
    freePort(),
    testDatabase(service, customers, domains, dns),
    testBroker(),
  ])
  const context = { clock, log: createLog('test', 'silent') }
  const settings = { DATABASE_URL: database.url, AMQP_URL: broker.url, ...actorSettings, DATABASE_POOL: '4' }
  const dnsSettings = loadConfig(dns.config, { ...settings, DNS_PORT: String(port), DELEGATION_ROOTS: '127.0.0.1:1' })
  const startDns = () => dns.start(dnsSettings, context)
  const ownSettings = { ...settings, PROOF_RESOLVERS: `127.0.0.1:${port}`, PROOF_LOOKUP_TIMEOUT_MS: '500' }
  const startOrders = () => service.start(loadConfig(service.config, ownSettings), context)
  const running: Running[] = [
    await customers.start(loadConfig(customers.config, settings), context),
    await domains.start(
      loadConfig(domains.config, { ...settings, SANDBOX: 'true', AUTH_CODE_SECRET: 's'.repeat(32) }),
      context,
    ),
    await startOrders(),
  ]
  let nameServer: Running | undefined = await startDns()
  const party = await testParty('gateway', { url: broker.url, clock })
  const sql = new Client({ connectionString: database.url })
  await sql.connect()
  const lookup = new ResolverLookup([`127.0.0.1:${port}`], 1_000)
  const { public: addressesOf } = hostResolver({ servers: [`127.0.0.1:${port}`], timeoutMs: 1_000 })

  const parts = (name: string) => {
    const label = name.slice(0, name.indexOf('.'))
    return { name: label, extension: name.slice(label.length + 1) }
  }
  const rowOf = async (id: number) => {
    const { rows } = await sql.query(
      `select status, due_at as "dueAt", claimed_until as "claimedUntil" from orders.dmarc_order where id = $1`,
      [id],
    )
    return rows[0] as { status: string; dueAt: Date | null; claimedUntil: Date | null }
  }
  const read = (by: Account, name: string): Promise<Order> =>
    party.rpc.call(getDmarcOrder, { domain: parts(name) }, party.call(by.resellerId))

  return {
    clock,
    sql,
    party,
    read,
    /** Creates an account with one customer and a balance in cents. */
    async account(username: string, cents = 10_000): Promise<Account> {
      const contact = { username, password: 'correct horse battery', email: 'a@example.com' }
      const opening = { company: 'Example', currency: 'EUR', contact }
      const { resellerId, contactId } = await party.rpc.call(createReseller, opening, party.call())
      const customer = {
        name: { first_name: 'Anna', last_name: 'Tester' },
        address: { street: 'Main Street', number: 12, zipcode: '1000 AA', city: 'Amsterdam', country: 'NL' },
        phone: { country_code: '31', area_code: '20', subscriber_number: '1234567' },
        email: 'anna@example.com',
      }
      const { handle } = await party.rpc.call(createCustomer, customer, party.call(resellerId))
      if (cents > 0) await this.pay({ resellerId, contactId, handle }, cents, 'opening')
      return { resellerId, contactId, handle }
    },
    async pay({ resellerId }: Account, cents: number, key: string) {
      const amount = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
      await party.rpc.call(topUp, { resellerId, currency: 'EUR', amount, key }, party.call())
    },
    /** Registers a domain for an account. */
    async hold({ resellerId }: Account, name: string) {
      const { name: label, extension } = parts(name)
      await sql.query(
        `insert into domains.domain (reseller_id, name, label, extension, phase, comments, ns_group, owner_handle,
           ordered_at, type, period_years, autorenew, admin_handle, tech_handle, billing_handle, reseller_handle,
           name_servers, auth_code, is_locked, changed_at, version, suspension_version)
         values ($1, $2, $3, $4, 'active', '', '', 'H', now(), 'NEW', 1, 'on', 'H', 'H', 'H', '', '[]', 'x', false,
           now(), 1, 0)`,
        [resellerId, name, label, extension],
      )
    },
    order: (by: Account, name: string, owner_handle = by.handle) =>
      party.rpc.call(createDmarcOrder, { domain: parts(name), owner_handle }, party.call(by.resellerId)),
    retry: (by: Account, id: number) => party.rpc.call(retryDmarcOrder, { id }, party.call(by.resellerId)),
    remove: (by: Account, id: number) => party.rpc.call(deleteDmarcOrder, { id }, party.call(by.resellerId)),
    /** Creates a zone in an account, for its own domain or for another one. */
    async zone({ resellerId }: Account, name: string, ...records: object[]) {
      const www = { type: 'A', name: 'www', value: '192.0.2.1', ttl: 900 }
      const zone = { domain: parts(name), type: 'master', records: [www, ...records] } as never
      await party.rpc.call(createZone, zone, party.call(resellerId))
      await eventually(async () => (await addressesOf(`www.${name}`).catch(() => [])).length > 0, name)
    },
    change: ({ resellerId }: Account, name: string, records: Change) =>
      party.rpc.call(updateZone, { name, records } as never, party.call(resellerId)),
    lookup,
    /** Returns the values of a name; undefined when the DNS does not answer. */
    values: (name: string, type: 'TXT' | 'CNAME') => lookup.records(name, type).catch(() => [] as string[]),
    /** Moves the clock from due date to due date of an order, until the order has a status. */
    becomes(by: Account, { id }: Pick<Order, 'id'>, status: string) {
      return eventually(async () => {
        const row = await rowOf(id)
        if (row.status === status) return true
        if (row.claimedUntil === null && row.dueAt && row.dueAt > clock.now()) clock.set(row.dueAt)
        return false
      }, `order ${id} ${status}`)
    },
    /** Resolves when an order was processed and is due later. */
    processed(id: number) {
      return eventually(async () => {
        const { dueAt, claimedUntil } = await rowOf(id)
        return claimedUntil === null && (dueAt === null || dueAt > clock.now())
      }, `the processing of order ${id}`)
    },
    rowOf,
    async money({ resellerId }: Account) {
      const { rows } = await sql.query(
        `select available::int, reserved::int,
           (select coalesce(json_object_agg(kind, count), '{}') from (
             select kind, count(*)::int as count from orders.ledger_transaction
             where reseller_id = $1 and kind <> 'top-up' group by kind) k) as moved
         from orders.ledger_account where reseller_id = $1`,
        [resellerId],
      )
      return rows[0] as { available: number; reserved: number; moved: Record<string, number> }
    },
    async startReplica() {
      running.push(await startOrders())
    },
    async stopDns() {
      await nameServer?.close()
      nameServer = undefined
    },
    async startDns() {
      nameServer = await startDns()
    },
    transaction: () => openTransaction(database.url),
    verify: () => party.rpc.call(verifyLedger, { all: true }, party.call()),
    async close() {
      await party.close()
      for (const each of running.reverse()) await each.close()
      await nameServer?.close()
      await sql.end()
      await Promise.all([database.drop(), broker.drop()])
    },
  }
}

export type DmarcPlatform = Awaited<ReturnType<typeof startDmarcPlatform>>

import { randomUUID } from 'node:crypto'
import { type Type } from '@nestjs/common'
import { Client } from 'pg'
import { createReseller } from '@nameyard/contracts/access/create-reseller'
import { createCustomer } from '@nameyard/contracts/customers/create-customer'
import { suspensionChanged } from '@nameyard/contracts/customers/suspension-changed'
import { createDomain } from '@nameyard/contracts/domains/create-domain'
import type { Payload } from '@nameyard/contracts/event'
import type { Call, InputGiven } from '@nameyard/contracts/operation'
import { reserveCredit } from '@nameyard/contracts/orders/reserve-credit'
import { topUp } from '@nameyard/contracts/orders/top-up'
import { registryMessageReceived } from '@nameyard/contracts/registry/message-received'
import { registryOperationPending } from '@nameyard/contracts/registry/operation-pending'
import { registryOperationSettled } from '@nameyard/contracts/registry/operation-settled'
import { timerDue } from '@nameyard/contracts/registry/timer-due'
import { service as customers } from '@nameyard/customers/service'
import { service as dns } from '@nameyard/dns/service'
import { service as orders } from '@nameyard/orders/service'
import { loadConfig } from '@nameyard/runtime/load-config'
import { createLog } from '@nameyard/runtime/log'
import { storedEvents } from '@nameyard/testing/account-events'
import { actorSettings } from '@nameyard/testing/actors'
import { testBroker } from '@nameyard/testing/broker'
import { SettableClock } from '@nameyard/testing/clock'
import { testDatabase } from '@nameyard/testing/database'
import { eventually } from '@nameyard/testing/eventually'
import { testParty } from '@nameyard/testing/party'
import { service } from '../src/service'
import { CODE_SECRET, registries, workerStandIns, type Submission } from './worker-stand-in'

type Settlement = Payload<typeof registryOperationSettled>
/** Identifies the operation of a settlement. */
type OperationRef = Pick<Submission, 'operationId' | 'object'> & { readonly kind?: Submission['kind'] }

/** Starts the domains, customers, dns and orders services with their own database and broker, and stand-ins for the registries. */
export async function startPlatform(settings: Record<string, string> = {}, controllers: readonly Type[] = []) {
  const [database, broker] = await Promise.all([testDatabase(service, customers, dns, orders), testBroker()])
  const clock = new SettableClock()
  const context = { clock, log: createLog('test', 'silent') }
  const common = { DATABASE_URL: database.url, AMQP_URL: broker.url, ...actorSettings }
  const worker = await testParty('registry-worker', {
    url: broker.url,
    clock,
    controllers: [...workerStandIns, ...controllers],
  })
  const gateway = await testParty('gateway', { url: broker.url, clock })
  const running = [
    await customers.start(loadConfig(customers.config, common), context),
    await dns.start(loadConfig(dns.config, { ...common, DNS_PORT: '0', DELEGATION_ROOTS: '127.0.0.1:1' }), context),
    await orders.start(loadConfig(orders.config, common), context),
  ]
  const replica = async () => {
    const config = loadConfig(service.config, {
      ...common,
      SANDBOX: 'true',
      SETTLEMENT_WAIT_MS: '0',
      AUTH_CODE_SECRET: CODE_SECRET,
      ...settings,
    })
    const started = await service.start(config, context)
    running.push(started)
    return started
  }
  const domains = await replica()
  const sql = new Client({ connectionString: database.url })
  await sql.connect()
  await sql.query('set search_path to domains')

  let accounts = 0
  const platform = {
    clock,
    sql,
    databaseUrl: database.url,
    brokerUrl: broker.url,
    worker,
    rpc: gateway.rpc,
    /** The name under which requests as an operator are recorded. */
    operator: new URL(broker.url).username,
    replica,
    /** Reads a metric of the domains service. */
    metric: async (name: string) => Number(new RegExp(`^${name} (.*)$`, 'm').exec(await domains.metrics.print())?.[1]),

    /** Opens an account with one customer and a balance in euros. */
    async account(euros = '1000') {
      const contact = { username: `user${++accounts}`, password: 'correct horse battery', email: 'a@example.com' }
      const { resellerId } = await gateway.rpc.call(
        createReseller,
        { company: 'Example', currency: 'EUR', contact },
        gateway.call(),
      )
      await gateway.rpc.call(
        topUp,
        { operator: 'tester', resellerId, currency: 'EUR', amount: euros, key: 'opening' },
        gateway.call(),
      )
      const call = (over: Partial<Call> = {}) => gateway.call(resellerId, { correlationId: randomUUID(), ...over })
      const customer = async () => {
        const created = await gateway.rpc.call(
          createCustomer,
          {
            name: { first_name: 'Anna', last_name: 'Tester' },
            address: { street: 'Main Street', number: 12, zipcode: '1000 AA', city: 'Amsterdam', country: 'NL' },
            phone: { country_code: '31', area_code: '20', subscriber_number: '1234567' },
            email: 'anna@example.com',
          },
          call(),
        )
        return created.handle
      }
      const handle = await customer()
      const order = (name: string, over: Partial<InputGiven<typeof createDomain>> = {}) => {
        const [label, extension] = [name.slice(0, name.indexOf('.')), name.slice(name.indexOf('.') + 1)]
        return {
          domain: { name: label, extension },
          period: 1,
          owner_handle: handle,
          ns_group: 'dns-openprovider',
          ...over,
        }
      }
      return {
        resellerId,
        handle,
        customer,
        call,
        order,
        create: (name: string, over: Partial<InputGiven<typeof createDomain>> = {}, how: Partial<Call> = {}) =>
          gateway.rpc.call(createDomain, order(name, over), call(how)),
      }
    },

    /** Reserves credit for an order, like a process that crashes before it places the order. */
    reserve: (
      { resellerId, call }: { readonly resellerId: number; call(): Call },
      orderId: string,
      given: { readonly action: string; readonly subject: string; readonly amount: number },
    ) => {
      const product = { currency: 'USD', amount: given.amount }
      const charge = { ...given, objectType: 'domain', quantity: 1, currency: 'EUR', discount: 0, product }
      return worker.rpc.call(reserveCredit, { orderId, owner: 'domains', resellerId, charge }, call())
    },

    /** Waits for the last submitted operation of a kind on a name. */
    submitted: <Kind extends Submission['kind'] = 'domain.create'>(name: string, kind?: Kind) =>
      eventually(
        () =>
          registries.submitted.findLast(
            (each): each is Extract<Submission, { kind: Kind }> =>
              each.object === name && each.kind === (kind ?? 'domain.create'),
          ),
        `the operation for ${name}`,
      ),

    /** Publishes the settlement of an operation, as the worker does. Returns the id of the message. */
    async publishSettlement(submission: OperationRef, end: Partial<Settlement>, messageId = randomUUID()) {
      const payload: Settlement = {
        operationId: submission.operationId,
        resellerId: 1,
        kind: submission.kind ?? 'domain.create',
        object: submission.object,
        outcome: 'done',
        registry: {},
        settledAt: clock.now().toISOString(),
        ...end,
      }
      const message = { message: registryOperationSettled, payload, messageId, correlationId: randomUUID() }
      await worker.publisher.publish([message])
      return messageId
    },
    /** Publishes the settlement of an operation, and waits until it is handled. */
    settle: async (submission: OperationRef, end: Partial<Settlement>) =>
      platform.handled(await platform.publishSettlement(submission, end)),

    /** Publishes that an operation is pending at the registry, as the worker does. */
    async publishPending({ operationId, object, kind }: Submission, registry: Settlement['registry'] = {}) {
      const messageId = randomUUID()
      const payload = { operationId, resellerId: 1, kind, object, registry, pendingAt: clock.now().toISOString() }
      const message = { message: registryOperationPending, payload, messageId, correlationId: randomUUID() }
      await worker.publisher.publish([message])
      return messageId
    },

    /** Publishes a poll message of the registry about a name, as the worker does. */
    async publishRegistryMessage(object: string) {
      const messageId = randomUUID()
      const payload = {
        account: 'sandbox',
        messageId: '1',
        about: 'change' as const,
        object,
        text: 'something',
        queuedAt: clock.now().toISOString(),
      }
      const message = { message: registryMessageReceived, payload, messageId, correlationId: randomUUID() }
      await worker.publisher.publish([message])
      return messageId
    },

    /** Publishes that a timer of a domain is due, as the worker does, whether it is due or not. */
    async publishDue(domainId: number, kind: string, messageId = randomUUID()) {
      const dueAt = clock.now().toISOString()
      const payload = { domainId, resellerId: 1, version: 1, kind, dueAt }
      const message = { message: timerDue, payload, messageId, correlationId: randomUUID() }
      await worker.publisher.publish([message])
      return messageId
    },

    /** Publishes that a timer of a domain is due, and waits until it is handled. */
    fireTimer: async (domainId: number, kind: string) => platform.handled(await platform.publishDue(domainId, kind)),

    /** Publishes the result of the verification of a registrant's address, as the customers service does. */
    async publishSuspension(domainId: number, isSuspended: boolean, version: number) {
      const messageId = randomUUID()
      const changedAt = clock.now().toISOString()
      const payload = { resellerId: 1, domainId, name: '', isSuspended, version, changedAt }
      const message = { message: suspensionChanged, payload, messageId, correlationId: randomUUID() }
      await worker.publisher.publish([message])
      return messageId
    },

    /** The due dates of the timers of a domain, by kind. */
    timersOf: (domainId: number) =>
      Object.fromEntries((registries.timers.get(domainId)?.timers ?? []).map(({ kind, dueAt }) => [kind, dueAt])),

    /** Waits until a domain has timers of exactly these kinds, and returns them. */
    timersBecome(domainId: number, kinds: readonly string[]) {
      const wanted = kinds.toSorted().join()
      return eventually(() => {
        const set = this.timersOf(domainId)
        return Object.keys(set).toSorted().join() === wanted ? set : undefined
      }, `timers ${wanted}`)
    },

    /** Reads the row of a domain. */
    async rowOf(domainId: number) {
      const { rows } = await sql.query<Record<string, unknown>>('select * from domain where id = $1', [domainId])
      return rows[0]!
    },

    /** The account events of an object that were stored for the event log, in the order of their chain. */
    accountEvents: (object: string) => storedEvents(sql, 'domains', object),

    /** Waits until the domains service has handled a message. */
    handled: (messageId: string) =>
      eventually(async () => {
        const { rowCount } = await sql.query('select from inbox where message_id = $1', [messageId])
        return rowCount === 1
      }, 'the handled message'),

    /** The available and the reserved cents of an account. */
    async balance({ resellerId }: { readonly resellerId: number }) {
      const { rows } = await sql.query<{ available: number; reserved: number }>(
        'select available::float8, reserved::float8 from orders.ledger_account where reseller_id = $1',
        [resellerId],
      )
      return rows[0]!
    },

    /** Creates a domain that is active at the registry and paid for one year. */
    async active(
      by: { create(name: string, over?: Partial<InputGiven<typeof createDomain>>): Promise<{ id: number }> },
      name: string,
      over: Partial<InputGiven<typeof createDomain>> = {},
    ) {
      const { id } = await by.create(name, over)
      const now = clock.now()
      const expiresAt = new Date(now)
      expiresAt.setUTCFullYear(now.getUTCFullYear() + 1)
      const registry = { presence: 'ours' as const, createdAt: now.toISOString(), expiresAt: expiresAt.toISOString() }
      await platform.settle(await platform.submitted(name), { registry })
      return { id, expiresAt }
    },

    async close() {
      for (const each of running) await each.close()
      await gateway.close()
      await worker.close()
      await sql.end()
      await Promise.all([database.drop(), broker.drop()])
    },
  }
  return platform
}
export type Platform = Awaited<ReturnType<typeof startPlatform>>
export type Account = Awaited<ReturnType<Platform['account']>>

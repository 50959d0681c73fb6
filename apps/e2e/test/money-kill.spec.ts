import { brokerUrls, testBroker, type TestBroker } from '@nameyard/testing/broker'
import { testDatabase, type TestDatabase } from '@nameyard/testing/database'
import { eventually } from '@nameyard/testing/eventually'
import { Books } from '../src/books'
import { Gates, type Step } from '../src/gates'
import { startDistributed, type DistributedPlatform } from '../src/processes'
import { logIn, order, person, type Reseller } from '../src/reseller'

/** Longer than a sweep over unconfirmed reservations, a reconnect and a redelivery together on a busy machine. */
const RECOVERY_MS = 45_000

/** Price of a .com in the shipped list, in cents. */
const PRICE = 1079

const kindOf = (url: string) => (url.includes('broker=embedded') ? 'the embedded broker' : 'RabbitMQ')

/** How an order ends: paid with one create at the registry, or given back without one; or nothing was ever moved. */
type End = 'paid' | 'given back' | 'never moved'

describe.each(brokerUrls().map((url) => [kindOf(url), url]))('money while parts are killed, on %s', (_, url) => {
  let database: TestDatabase
  let broker: TestBroker
  let platform: DistributedPlatform
  let reseller: Reseller
  let handle: string
  let gates: Gates
  let books: Books

  beforeAll(async () => {
    ;[database, broker] = await Promise.all([testDatabase(), testBroker(url)])
    platform = await startDistributed({
      databaseUrl: database.url,
      amqpUrl: broker.url,
      overrides: {
        domains: { SETTLEMENT_WAIT_MS: '200' },
        orders: { UNCONFIRMED_AFTER_MS: '2000' },
        // Whoever asks a service that was killed is soon told so.
        gateway: { GATEWAY_REQUEST_MS: '4000' },
      },
    })
    reseller = await logIn(platform)
    ;({ handle } = await reseller.done('POST', '/v1/customers', person))
    gates = await Gates.in(database.url)
    books = await Books.of(database.url)
  }, 90_000)
  afterAll(async () => {
    await platform?.close()
    await gates?.end()
    await books?.end()
    await Promise.all([database?.drop(), broker?.drop()])
  })
  afterEach(async () => {
    await gates.openAll()
    await platform.sandbox.removeFaults()
  })

  it.each<[Step, 'orders' | 'domains', 'before' | 'after', End]>([
    ['reserve', 'orders', 'before', 'never moved'],
    ['reserve', 'orders', 'after', 'given back'],
    ['reserve', 'domains', 'after', 'given back'],
    ['accept', 'domains', 'before', 'given back'],
    ['accept', 'domains', 'after', 'paid'],
    ['accept', 'orders', 'after', 'paid'],
    ['confirm', 'orders', 'before', 'paid'],
    ['confirm', 'orders', 'after', 'paid'],
    ['confirm', 'domains', 'after', 'paid'],
    ['settle', 'domains', 'before', 'paid'],
    ['settle', 'domains', 'after', 'paid'],
    ['settle', 'orders', 'after', 'paid'],
    ['capture', 'orders', 'before', 'paid'],
    ['capture', 'orders', 'after', 'paid'],
    ['capture', 'domains', 'after', 'paid'],
    ['release', 'orders', 'before', 'given back'],
    ['release', 'orders', 'after', 'given back'],
    ['release', 'domains', 'after', 'given back'],
  ])(
    'at the commit of %s, %s killed %s it: an order is %s',
    async (step, victim, moment, end) => {
      const name = `${step}-${victim}-${moment}.com`
      const before = await books.balance(platform.resellerId)
      if (step === 'release') await platform.sandbox.refuse(name)
      await gates.close(step)
      const answer = reseller.ask('POST', '/v1/domains', order(name, handle))
      await gates.reached(step)
      await platform.kill(victim)
      if (moment === 'before') await gates.turnAway(step)
      await gates.open(step)
      await platform.start(victim)
      await answer

      const expected = {
        paid: [{ state: 'captured', movements: ['capture', 'reserve'] }],
        'given back': [{ state: 'released', movements: ['release', 'reserve'] }],
        'never moved': [],
      }[end]
      await eventually(
        async () => {
          const { reserved } = await books.balance(platform.resellerId)
          const found = await books.ordersOf(name)
          return reserved === 0 && JSON.stringify(found) === JSON.stringify(expected)
        },
        `${name} ${end}`,
        RECOVERY_MS,
      )
      const paid = end === 'paid' ? PRICE : 0
      expect(await books.balance(platform.resellerId)).toEqual({ available: before.available - paid, reserved: 0 })
      expect(await platform.sandbox.creations(name)).toHaveLength(end === 'paid' ? 1 : 0)
      expect(await platform.admin('ledger', 'verify', '--all')).toContain('every rule holds')
    },
    90_000,
  )

  it.each<['reserve' | 'accept' | 'settle' | 'release', 'domains', 'before' | 'after', 'paid' | 'given back']>([
    ['reserve', 'domains', 'after', 'given back'],
    ['accept', 'domains', 'before', 'given back'],
    ['accept', 'domains', 'after', 'paid'],
    ['settle', 'domains', 'before', 'paid'],
    ['settle', 'domains', 'after', 'paid'],
    ['release', 'domains', 'after', 'given back'],
  ])(
    'at the commit of %s, %s killed %s it: a renewal is %s',
    async (step, victim, moment, end) => {
      const name = `renewal-${step}-${moment}.com`
      const { id } = await reseller.done('POST', '/v1/domains', order(name, handle))
      await eventually(async () => (await books.ordersOf(name))[0]?.state === 'captured', `${name} paid`, RECOVERY_MS)
      const before = await books.balance(platform.resellerId)
      if (step === 'release') await platform.sandbox.refuse(name, 'domain:renew')
      await gates.close(step)
      const answer = reseller.ask('POST', `/v1/domains/${id}/renew`, { period: 1 })
      await gates.reached(step)
      await platform.kill(victim)
      if (moment === 'before') await gates.turnAway(step)
      await gates.open(step)
      await platform.start(victim)
      await answer

      const expected = {
        paid: { state: 'captured', movements: ['capture', 'reserve'] },
        'given back': { state: 'released', movements: ['release', 'reserve'] },
      }[end]
      await eventually(
        async () => {
          const [, ...renewals] = await books.ordersOf(name)
          return JSON.stringify(renewals) === JSON.stringify([expected])
        },
        `the renewal of ${name} ${end}`,
        RECOVERY_MS,
      )
      const paid = end === 'paid' ? PRICE : 0
      expect(await books.balance(platform.resellerId)).toEqual({ available: before.available - paid, reserved: 0 })
      expect(await platform.sandbox.renewals(name)).toHaveLength(end === 'paid' ? 1 : 0)
      expect(await platform.admin('ledger', 'verify', '--all')).toContain('every rule holds')
    },
    120_000,
  )
})

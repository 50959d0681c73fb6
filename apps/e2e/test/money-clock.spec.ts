import type { ServiceName } from '@nameyard/contracts/operation'
import { stepClock } from '@nameyard/contracts/sandbox/step-clock'
import { testBroker, type TestBroker } from '@nameyard/testing/broker'
import { testDatabase, type TestDatabase } from '@nameyard/testing/database'
import { eventually } from '@nameyard/testing/eventually'
import { Books } from '../src/books'
import { Gates } from '../src/gates'
import { openAccount, verifyBooks } from '../src/operator'
import { startDistributed, type DistributedPlatform } from '../src/processes'
import { logIn, order, person, type Reseller } from '../src/reseller'

const HOUR_MS = 3_600_000

/** Longer than some sweeps over unconfirmed reservations on a busy machine. */
const RECOVERY_MS = 45_000

/** Longer than a year takes that is passed over, on a busy machine. */
const YEAR_MS = 120_000

/** Price of a .com in the shipped list, in cents. */
const PRICE = 1079

/** A platform of separate processes, where the clock of one alone can jump. */
let database: TestDatabase
let broker: TestBroker
let platform: DistributedPlatform
let reseller: Reseller
let handle: string
let gates: Gates
let books: Books

beforeAll(async () => {
  ;[database, broker] = await Promise.all([testDatabase(), testBroker()])
  platform = await startDistributed({
    databaseUrl: database.url,
    amqpUrl: broker.url,
    hasSandboxClock: true,
    // A request outlives the restart of a service on a busy machine.
    overrides: { gateway: { GATEWAY_REQUEST_MS: '30000' } },
  })
  reseller = await logIn(platform)
  ;({ handle } = await reseller.done('POST', '/v1/customers', person))
  gates = await Gates.in(database.url)
  books = await Books.of(database.url)
}, 90_000)
afterEach(async () => {
  await gates.openAll()
  await verifyBooks(platform.operator)
})
afterAll(async () => {
  await platform?.close()
  await gates?.end()
  await books?.end()
  await Promise.all([database?.drop(), broker?.drop()])
})

/** An order as the books have it in the end. */
const paid = { state: 'captured', movements: ['capture', 'reserve'] }

/** Puts the clock of one process an hour ahead of all others. It comes back when the process ends. */
const jump = (service: ServiceName) =>
  platform.operator.rpc.call(stepClock(service), { aheadMs: HOUR_MS }, platform.operator.call())

/** Orders a name, does something while the order stands before the commit that places it, and has it paid once. */
async function paidThough(name: string, happens: () => Promise<void>): Promise<void> {
  const before = await books.balance(platform.resellerId)
  await gates.close('accept')
  const answer = reseller.ask('POST', '/v1/domains', order(name, handle))
  await gates.reached('accept')
  await happens()
  expect(await books.ordersOf(name)).toEqual([{ state: 'open', movements: ['reserve'] }])
  await gates.open('accept')
  expect((await answer).status).toBe(200)
  await eventually(
    async () => JSON.stringify(await books.ordersOf(name)) === JSON.stringify([paid]),
    `${name} paid`,
    RECOVERY_MS,
  )
  expect(await books.balance(platform.resellerId)).toEqual({ available: before.available - PRICE, reserved: 0 })
  expect(await platform.sandbox.creations(name)).toHaveLength(1)
}

it('an order is paid once though the clock of the books jumps ahead while it is placed', async () => {
  await paidThough('books-ahead.com', async () => {
    await jump('orders')
    // The books see an order that nobody has confirmed for an hour, and ask domains, which stands before its commit.
    await gates.blocksSomebody()
  })
}, 90_000)

it('an order is paid once though the clock of the books jumps back while it is placed', async () => {
  await jump('orders')
  await paidThough('books-back.com', async () => {
    await platform.kill('orders')
    await platform.start('orders')
  })
}, 90_000)

it('an order is paid once though domains runs ahead of the books, and orders after it when it has come back', async () => {
  await jump('domains')
  await paidThough('domains-ahead.com', () => Promise.resolve())
  await platform.kill('domains')
  await platform.start('domains')
  await paidThough('domains-back.com', () => Promise.resolve())
}, 90_000)

/** Kills domains while an order stands before the commit that places it, which is lost. */
async function diesPlacing(orders: () => Promise<unknown>): Promise<void> {
  await gates.close('accept')
  orders().catch(() => undefined)
  await gates.reached('accept', YEAR_MS)
  await platform.kill('domains')
  await gates.turnAway('accept')
  await gates.open('accept')
  await platform.start('domains')
}

it('orders that died before they were placed do not take the money of a renewal', async () => {
  const account = { username: 'thrifty', password: 'correct horse battery' }
  // A year, and one more.
  const euros = String((2 * PRICE) / 100)
  const resellerId = await openAccount(platform.operator, account, euros)
  const thrifty = await logIn({ ...platform, account })
  const { handle: owner } = await thrifty.done('POST', '/v1/customers', person)
  const name = 'thrifty.com'
  const { id } = await thrifty.done('POST', '/v1/domains', { ...order(name, owner), autorenew: 'on' })
  await eventually(async () => (await books.ordersOf(name))[0]?.state === 'captured', `${name} paid`, RECOVERY_MS)
  const { expiration_date: expires } = await thrifty.done('GET', `/v1/domains/${id}`)
  const until = new Date(Date.parse(`${expires.replace(' ', 'T')}Z`) + 24 * HOUR_MS).toISOString()

  // What nobody asks for again is given back two minutes later: before the year is over.
  await diesPlacing(() => thrifty.ask('POST', '/v1/domains', order('given-up.com', owner)))
  const passed = () =>
    eventually(
      async () => (await thrifty.ask('POST', '/v1/sandbox/clock/advance', { until })).json.data.is_done,
      'a year and a day',
      YEAR_MS,
    )
  await diesPlacing(passed)
  await passed()

  expect(await thrifty.done('GET', `/v1/domains/${id}`)).toMatchObject({ status: 'ACT' })
  expect(await books.ordersOf(name)).toEqual([paid, paid])
  const charges = await platform.sandbox.charges(name)
  expect(charges.filter((charge) => charge.includes('renew'))).toHaveLength(1)
  expect(await books.balance(resellerId)).toEqual({ available: 0, reserved: 0 })
}, 300_000)

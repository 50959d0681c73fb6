import type { ServiceName } from '@nameyard/contracts/operation'
import { stepClock } from '@nameyard/contracts/sandbox/step-clock'
import { Clock } from '@nameyard/runtime/clock'
import { testBroker, type TestBroker } from '@nameyard/testing/broker'
import { testDatabase, type TestDatabase } from '@nameyard/testing/database'
import { eventually } from '@nameyard/testing/eventually'
import { testParty, type TestParty } from '@nameyard/testing/party'
import { Books } from '../src/books'
import { Gates } from '../src/gates'
import { startDistributed, type DistributedPlatform } from '../src/processes'
import { logIn, order, person, type Reseller } from '../src/reseller'

const HOUR_MS = 3_600_000

/** Longer than some sweeps over unconfirmed reservations on a busy machine. */
const RECOVERY_MS = 45_000

/** Price of a .com in the shipped list, in cents. */
const PRICE = 1079

/** A platform of separate processes, where the clock of one alone can jump. */
let database: TestDatabase
let broker: TestBroker
let platform: DistributedPlatform
let party: TestParty
let reseller: Reseller
let handle: string
let gates: Gates
let books: Books

beforeAll(async () => {
  ;[database, broker] = await Promise.all([testDatabase(), testBroker()])
  platform = await startDistributed({ databaseUrl: database.url, amqpUrl: broker.url, hasSandboxClock: true })
  party = await testParty('admin', { url: broker.url, clock: new Clock() })
  reseller = await logIn(platform)
  ;({ handle } = await reseller.done('POST', '/v1/customers', person))
  gates = await Gates.in(database.url)
  books = await Books.of(database.url)
}, 90_000)
afterEach(async () => {
  await gates.openAll()
  expect(await platform.admin('ledger', 'verify', '--all')).toContain('every rule holds')
})
afterAll(async () => {
  await party?.close()
  await platform?.close()
  await gates?.end()
  await books?.end()
  await Promise.all([database?.drop(), broker?.drop()])
})

/** Puts the clock of one process an hour ahead of all others. It comes back when the process ends. */
const jump = (service: ServiceName) => party.rpc.call(stepClock(service), { aheadMs: HOUR_MS }, party.call())

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
  const paid = [{ state: 'captured', movements: ['capture', 'reserve'] }]
  await eventually(
    async () => JSON.stringify(await books.ordersOf(name)) === JSON.stringify(paid),
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

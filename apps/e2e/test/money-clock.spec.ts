import type { ServiceName } from '@nameyard/contracts/operation'
import { stepClock } from '@nameyard/contracts/sandbox/step-clock'
import { eventually } from '@nameyard/testing/eventually'
import { startGated, testServers, type GatedPlatform } from '../src/gated-platform'
import type { Gates } from '../src/gates'
import type { LedgerTables } from '../src/ledger-tables'
import { openAccount, verifyLedgers } from '../src/operator'
import type { DistributedPlatform } from '../src/processes'
import { logIn, order, person, type Reseller } from '../src/reseller'

const HOUR_MS = 3_600_000

/** Longer than some sweeps for unconfirmed reservations on a busy machine. */
const RECOVERY_MS = 45_000

/** Longer than a simulated year takes on a busy machine. */
const YEAR_MS = 120_000

/** Price of a .com in the built-in price list, in cents. */
const PRICE = 1079

/** A platform of separate processes, in which the clock of a single process can jump. */
let gated: GatedPlatform
let platform: DistributedPlatform
let reseller: Reseller
let handle: string
let gates: Gates
let ledger: LedgerTables

beforeAll(async () => {
  gated = await startGated(testServers(), {
    apart: ['orders', 'domains'],
    hasSandboxClock: true,
    // A request, and a transaction at a gate, outlive the restart of a service on a busy machine.
    overrides: { gateway: { GATEWAY_REQUEST_MS: '30000' }, domains: { DATABASE_STATEMENT_MS: '120000' } },
  })
  ;({ platform, reseller, handle, gates, ledger } = gated)
})
afterEach(async () => {
  await gates.openAll()
  await verifyLedgers(platform.operator)
})
afterAll(() => gated?.close())

/** The final state of an order in the ledger. */
const paid = { state: 'captured', movements: ['capture', 'reserve'] }

/** Puts the clock of one process ahead by an hour, until the process ends. */
const jump = (service: ServiceName) =>
  platform.operator.rpc.call(stepClock(service), { aheadMs: HOUR_MS }, platform.operator.call())

/** Orders a name, acts while the order waits before its commit, and expects one capture. */
async function expectPaid(name: string, happens: () => Promise<void>): Promise<void> {
  const before = await ledger.balance(platform.resellerId)
  await gates.close('accept')
  const answer = reseller.ask('POST', '/v1/domains', order(name, handle))
  await gates.reached('accept')
  await happens()
  expect(await ledger.ordersOf(name)).toEqual([{ state: 'open', movements: ['reserve'] }])
  await gates.open('accept')
  expect((await answer).status).toBe(200)
  await eventually(
    async () => JSON.stringify(await ledger.ordersOf(name)) === JSON.stringify([paid]),
    `${name} paid`,
    RECOVERY_MS,
  )
  expect(await ledger.balance(platform.resellerId)).toEqual({ available: before.available - PRICE, reserved: 0 })
  expect(await platform.sandbox.creations(name)).toHaveLength(1)
}

it('an order is captured once when the clock of the orders service jumps ahead while it is placed', async () => {
  await expectPaid('ledger-ahead.com', async () => {
    await jump('orders')
    // The orders service sees a reservation that is unconfirmed for an hour and asks domains, which waits before its commit.
    await gates.blocksAnother()
  })
})

it('an order is captured once when the clock of the orders service jumps back while it is placed', async () => {
  await jump('orders')
  await expectPaid('ledger-back.com', async () => {
    await platform.kill('orders')
    await platform.start('orders')
  })
})

it('orders are captured once while the clock of domains is ahead, and after it is correct again', async () => {
  await jump('domains')
  await expectPaid('domains-ahead.com', () => Promise.resolve())
  await platform.kill('domains')
  await platform.start('domains')
  await expectPaid('domains-back.com', () => Promise.resolve())
})

/** Kills domains while an order waits before its commit, which is lost. */
async function losesOrder(orders: () => Promise<unknown>): Promise<void> {
  await gates.close('accept')
  orders().catch(() => undefined)
  await gates.reached('accept', YEAR_MS)
  await platform.kill('domains')
  await gates.rollBack('accept')
  await gates.open('accept')
  await platform.start('domains')
}

it('reservations of orders lost in a crash do not block a renewal', async () => {
  const account = { username: 'thrifty', password: 'correct horse battery' }
  // One year and a renewal.
  const euros = String((2 * PRICE) / 100)
  const resellerId = await openAccount(platform.operator, account, euros)
  const thrifty = await logIn({ ...platform, account })
  const { handle: owner } = await thrifty.done('POST', '/v1/customers', person)
  const name = 'thrifty.com'
  const { id } = await thrifty.done('POST', '/v1/domains', { ...order(name, owner), autorenew: 'on' })
  await eventually(async () => (await ledger.ordersOf(name))[0]?.state === 'captured', `${name} paid`, RECOVERY_MS)
  const { expiration_date: expires } = await thrifty.done('GET', `/v1/domains/${id}`)
  const until = new Date(Date.parse(`${expires.replace(' ', 'T')}Z`) + 24 * HOUR_MS).toISOString()

  // The lost orders are released after two minutes, before the renewal.
  await losesOrder(() => thrifty.ask('POST', '/v1/domains', order('given-up.com', owner)))
  const passed = () =>
    eventually(
      async () => (await thrifty.ask('POST', '/v1/sandbox/clock/advance', { until })).json.data.is_done,
      'a year and a day',
      YEAR_MS,
    )
  await losesOrder(passed)
  await passed()

  expect(await thrifty.done('GET', `/v1/domains/${id}`)).toMatchObject({ status: 'ACT' })
  expect(await ledger.ordersOf(name)).toEqual([paid, paid])
  const charges = await platform.sandbox.charges(name)
  expect(charges.filter((charge) => charge.includes('renew'))).toHaveLength(1)
  expect(await ledger.balance(resellerId)).toEqual({ available: 0, reserved: 0 })
}, 300_000)

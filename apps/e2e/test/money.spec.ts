import { randomUUID } from 'node:crypto'
import { captureReservation } from '@nameyard/contracts/orders/capture-reservation'
import { quotePrices } from '@nameyard/contracts/orders/quote-prices'
import { releaseReservation } from '@nameyard/contracts/orders/release-reservation'
import { reservationConfirmed } from '@nameyard/contracts/orders/reservation-confirmed'
import { verifyLedger } from '@nameyard/contracts/orders/verify-ledger'
import { Clock } from '@nameyard/runtime/clock'
import { eventually } from '@nameyard/testing/eventually'
import { Gates } from '../src/gates'
import { LedgerTables } from '../src/ledger-tables'
import { order, person } from '../src/reseller'
import { startInProcess, type InProcess } from './in-process'

/** The system clock with an offset. */
class JumpyClock extends Clock {
  private offset = 0

  override now(): Date {
    return new Date(super.now().getTime() + this.offset)
  }

  jump(milliseconds: number): void {
    this.offset += milliseconds
  }
}

const HOUR_MS = 3_600_000

/** Price of a .com in the built-in price list, in cents. */
const PRICE = 1079

const clock = new JumpyClock()
let platform: InProcess
let ledger: LedgerTables
let gates: Gates

beforeAll(async () => {
  // Longer than a transaction waits at a gate on a busy machine.
  platform = await startInProcess({ clock, domains: { DATABASE_STATEMENT_MS: '300000' } })
  ledger = await LedgerTables.of(platform.databaseUrl)
  gates = await Gates.in(platform.databaseUrl)
})
afterEach(async () => {
  await gates.openAll()
  await eventually(async () => {
    const { findings, unasked, open } = await platform.operator.rpc.call(
      verifyLedger,
      { all: true },
      platform.operator.call(),
    )
    expect({ findings, unasked }).toEqual({ findings: [], unasked: [] })
    return open.total === 0
  }, 'every reservation ended, and every rule holding')
})
afterAll(async () => {
  await gates?.end()
  await ledger?.end()
  await platform?.close()
})

let accounts = 0

/** Creates an account with a balance in euros and a customer, and logs in. */
async function account(euros: string) {
  const username = `money${++accounts}`
  const ask = await platform.open(username, euros)
  const done: Done = async (method, path, body) => {
    const { status, json, text } = await ask(method, path, { body })
    if (status !== 200) throw new Error(`${method} ${path} answered ${status} ${text}`)
    return json.data
  }
  const { handle } = await done('POST', '/v1/customers', person)
  const { id } = await done('GET', '/v1/resellers')
  const place = (name: string, over: object = {}) =>
    ask('POST', '/v1/domains', { body: { ...order(name, handle), ...over } })
  return { id: id as number, ask, done, handle, place }
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the result type depends on the operation
type Done = (method: string, path: string, body?: object) => Promise<any>

const paid = [{ state: 'captured', movements: ['capture', 'reserve'] }]
const becomes = (name: string, expected: unknown) =>
  eventually(
    async () => JSON.stringify(await ledger.ordersOf(name)) === JSON.stringify(expected),
    `${name} as expected`,
  )
const domainsOf = async ({ done }: { done: Done }) => (await done('GET', '/v1/domains')).total as number

describe('the charge of an order', () => {
  it('is captured once and shown in balance and transactions', async () => {
    const { id, done, place } = await account('100.00')
    expect((await place('paid.com', { period: 2 })).json.data).toMatchObject({ status: 'ACT' })
    await becomes('paid.com', paid)
    expect(await ledger.balance(id)).toEqual({ available: 10_000 - 2 * PRICE, reserved: 0 })
    expect(await done('GET', '/v1/resellers?with_settings=true&with_statistics=1&with_contacts=true')).toMatchObject({
      balance: 78.42,
      reserved_balance: 0,
      settings: { currency: 'EUR' },
      statistics: { customer: { total: 1 }, domain: { total: 1, by_status: { ACT: 1 } } },
      contacts: [expect.anything()],
    })
    expect(await done('GET', '/v1/transactions?filter_for_subject=paid.*&order=desc')).toMatchObject({
      total: 1,
      results: [
        {
          type: 'charge',
          object_type: 'domain',
          action: 'create',
          subject: 'paid.com',
          quantity: 2,
          total: { reseller: { currency: 'EUR', price: 21.58 } },
        },
      ],
    })
  })

  it('is refused with 310 and status 402 when the credit is too low', async () => {
    const poor = await account('10.78')
    const { status, json } = await poor.place('too-dear.com')
    expect([status, json.code, json.desc]).toEqual([
      402,
      310,
      'Credit too low: 10.79 EUR is needed, 10.78 EUR is left. Top up: npm run admin -- ledger',
    ])
    expect(await domainsOf(poor)).toBe(0)
    expect(await ledger.ordersOf('too-dear.com')).toEqual([])
    expect(await ledger.balance(poor.id)).toEqual({ available: 1078, reserved: 0 })
    expect(
      await poor.done('POST', '/v1/domains/check', { domains: [{ name: 'too-dear', extension: 'com' }] }),
    ).toMatchObject({ results: [{ status: 'free' }] })
  })

  it('needs the exact acceptance of a premium price', async () => {
    const { id, place } = await account('200.00')
    for (const given of [{}, { accept_premium_fee: 119.99 }, { accept_premium_fee: 120.01 }]) {
      const { status, json } = await place('gold.sandbox', given)
      expect([given, status, json.code, json.desc]).toEqual([
        given,
        expect.any(Number),
        379,
        expect.stringContaining('120.00'),
      ])
    }
    expect(await ledger.ordersOf('gold.sandbox')).toEqual([])
    const { json } = await place('gold.sandbox', { accept_premium_fee: 120 })
    expect(json.data).toMatchObject({ status: 'ACT' })
    await becomes('gold.sandbox', paid)
    expect(await ledger.balance(id)).toEqual({ available: 20_000 - 12_000, reserved: 0 })
  })

  it('needs the exact acceptance of an early access fee', async () => {
    const { id, place } = await account('100.00')
    const refusal = async (given: object) => (await place('early.sandbox', given)).json
    expect(await refusal({})).toMatchObject({ code: 395, desc: expect.stringContaining('50.00') })
    expect(await refusal({ accept_eap_fee: 49.99 })).toMatchObject({ code: 19005 })
    expect(await refusal({ accept_eap_fee: 50.01 })).toMatchObject({ code: 19005 })
    expect(await ledger.ordersOf('early.sandbox')).toEqual([])
    const { json } = await place('early.sandbox', { accept_eap_fee: 50 })
    expect(json.data).toMatchObject({ status: 'ACT' })
    await becomes('early.sandbox', paid)
    expect(await ledger.balance(id)).toEqual({ available: 10_000 - 5200, reserved: 0 })
  })
})

describe('the last cent', () => {
  it.each([
    [2, 1],
    [50, 1],
    [50, 3],
  ])('of a balance is used by %i concurrent orders, of which %i are affordable', async (orders, affordable) => {
    const racer = await account((Math.round(affordable * PRICE + PRICE - 1) / 100).toFixed(2))
    const names = Array.from({ length: orders }, (_, n) => `race-${orders}-${affordable}-${n}.com`)
    const answers = await Promise.all(names.map((name) => racer.place(name)))
    const codes = answers.map(({ status, json }) => `${status} ${json.code}`).sort()
    expect(codes).toEqual([...Array(affordable).fill('200 0'), ...Array(orders - affordable).fill('402 310')])
    await eventually(async () => (await ledger.balance(racer.id)).reserved === 0, 'no reservation left')
    expect(await ledger.balance(racer.id)).toEqual({ available: PRICE - 1, reserved: 0 })
    expect(await domainsOf(racer)).toBe(affordable)
  })
})

describe('messages about reservations', () => {
  const publish = (messages: readonly object[]) => platform.operator.publisher.publish(messages as never)

  it('capture an order once when they are repeated, late and out of order', async () => {
    const { id, place } = await account('100.00')
    await place('twice.com')
    await becomes('twice.com', paid)
    const [orderId] = await ledger.orderIds('twice.com')
    const again = [
      { message: releaseReservation, payload: { orderId, resellerId: id } },
      { message: reservationConfirmed, payload: { orderId } },
      ...Array.from({ length: 3 }, () => ({ message: captureReservation, payload: { orderId } })),
    ]
    await publish(again.map((each) => ({ ...each, messageId: randomUUID(), correlationId: orderId! })))
    // A later message in the same queue shows that they were handled.
    await place('behind.com')
    await becomes('behind.com', paid)
    expect(await ledger.ordersOf('twice.com')).toEqual(paid)
    expect(await ledger.balance(id)).toEqual({ available: 10_000 - 2 * PRICE, reserved: 0 })
  })
})

describe('a clock that jumps', () => {
  it.each([
    ['forward', HOUR_MS],
    ['back', -HOUR_MS],
  ])('%s neither captures nor releases the reservation of an order that is being accepted', async (_, jump) => {
    const { id, place } = await account('100.00')
    const name = `jump-${jump > 0 ? 'forward' : 'back'}.com`
    await gates.close('accept')
    const answer = place(name)
    await gates.reached('accept')
    clock.jump(jump)
    try {
      // The orders service sees a reservation that is unconfirmed for an hour, and asks its owner.
      if (jump > 0) await gates.blocksAnother()
      expect(await ledger.ordersOf(name)).toEqual([{ state: 'open', movements: ['reserve'] }])
      await gates.open('accept')
      await answer
      await becomes(name, paid)
      expect(await ledger.balance(id)).toEqual({ available: 10_000 - PRICE, reserved: 0 })
    } finally {
      clock.jump(-jump)
    }
  })
})

describe('prices', () => {
  it('are equal in all operations, for every extension and operation', async () => {
    const { done } = await account('1.00')
    const { results } = await done('GET', '/v1/tlds?with_price=true&limit=1000')
    expect(results.length).toBeGreaterThanOrEqual(11)
    let compared = 0
    for (const tld of results) {
      const one = await done('GET', `/v1/tlds/${tld.name}?with_price=true`)
      expect(one.prices).toEqual(tld.prices)
      const domain = { name: 'any-ordinary-name', extension: tld.name }
      const { results: checked } = await done('POST', '/v1/domains/check', { domains: [domain], with_price: true })
      expect([tld.name, checked[0].price]).toEqual([tld.name, priceOfCreate(tld)])
      for (const operation of ['create', 'renew', 'transfer', 'restore', ...(tld.trade_available ? ['trade'] : [])]) {
        const query = `domain.name=${domain.name}&domain.extension=${tld.name}&operation=${operation}&period=${operation === 'create' ? tld.min_period : 1}`
        const { price } = await done('GET', `/v1/domains/prices?${query}`)
        expect([tld.name, operation, price]).toEqual([tld.name, operation, tld.prices[`${operation}_price`]])
        compared++
      }
      // Prices that no operation returns alone come from the same quote.
      const { id } = await done('GET', '/v1/resellers')
      const asked = { name: `${domain.name}.${tld.name}`, extension: tld.name, period: 1 }
      const { quotes } = await platform.operator.rpc.call(
        quotePrices,
        { resellerId: id, purchases: [{ ...asked, operation: 'soft_restore' }] },
        platform.operator.call(),
      )
      expect([tld.name, quotes[0]?.price]).toEqual([tld.name, tld.prices.soft_restore_price])
    }
    expect(compared).toBeGreaterThanOrEqual(results.length * 4)
  })

  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- an extension as the API returns it
  const priceOfCreate = (tld: any) => tld.prices.create_price
})

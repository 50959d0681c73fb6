import { randomUUID } from 'node:crypto'
import { captureReservation } from '@nameyard/contracts/orders/capture-reservation'
import { findCharges } from '@nameyard/contracts/orders/find-charges'
import { findMovements } from '@nameyard/contracts/orders/find-movements'
import { getStatement } from '@nameyard/contracts/orders/get-statement'
import { refundOrder } from '@nameyard/contracts/orders/refund-order'
import { releaseReservation } from '@nameyard/contracts/orders/release-reservation'
import { reservationConfirmed } from '@nameyard/contracts/orders/reservation-confirmed'
import { reserveCredit } from '@nameyard/contracts/orders/reserve-credit'
import { setCreditLimit } from '@nameyard/contracts/orders/set-credit-limit'
import { settleReservation } from '@nameyard/contracts/orders/settle-reservation'
import { topUp } from '@nameyard/contracts/orders/top-up'
import { eventually } from '@nameyard/testing/eventually'
import { charge, startPlatform, type Platform } from './platform'

let platform: Platform
beforeAll(async () => void (platform = await startPlatform()))
afterAll(() => platform?.close())
afterEach(async () => expect((await platform.verify()).findings).toEqual([]))

/** Moves the clock past the age at which owners are asked. */
const later = () => platform.clock.advance(300_000)

it('finds the orders that were charged since an instant, without released ones', async () => {
  const account = await platform.account(1000)
  const [kept, released] = [randomUUID(), randomUUID()]
  await platform.reserve(account, kept, 400, { subject: 'kept.com' })
  await platform.reserve(account, released, 400, { subject: 'released.com' })
  await platform.send(releaseReservation, { orderId: released, resellerId: account })
  await platform.becomes(released, 'released')
  const find = (sinceMs: number) => {
    const since = new Date(platform.clock.epochMs() + sinceMs).toISOString()
    const asked = { resellerId: account, subjects: ['kept.com', 'released.com'], since }
    return platform.rpc.call(findCharges, asked, platform.call())
  }
  expect(await find(-1000)).toEqual({ charges: [{ subject: 'kept.com', action: 'create' }] })
  expect(await find(1000)).toEqual({ charges: [] })
})

it('finds the money of a request: its payment, all movements of its orders, and those of other named orders', async () => {
  const account = await platform.account(1000)
  const [paying, ordering] = [randomUUID(), randomUUID()]
  const callOf = (correlationId: string) => ({ ...platform.call(), correlationId })
  await platform.rpc.call(topUp, { resellerId: account, currency: 'EUR', amount: '5', key: 'paid' }, callOf(paying))
  const [order, other] = [randomUUID(), randomUUID()]
  // Requests that arrive together are reserved by one statement.
  const reserve = (orderId: string, amount: number, request: string) => {
    const reserved = { orderId, owner: 'domains', resellerId: account, charge: charge(amount) } as const
    return platform.rpc.call(reserveCredit, reserved, callOf(request))
  }
  await Promise.all([reserve(other, 100, randomUUID()), reserve(order, 400, ordering)])
  await platform.send(captureReservation, { orderId: order })
  await platform.becomes(order, 'captured')
  const find = async (request: string, orderIds: string[] = []) => {
    const { movements } = await platform.rpc.call(findMovements, { request, orderIds }, platform.call())
    return movements.map(({ kind, balance, reservedBalance }) => [kind, balance, reservedBalance])
  }
  expect(await find(paying)).toEqual([['top-up', 5, 0]])
  const moved = [
    ['reserve', -4, 4],
    ['capture', 0, -4],
  ]
  expect(await find(ordering)).toEqual(moved)
  expect(await find(randomUUID(), [other])).toEqual([['reserve', -1, 1]])
  expect(await find(randomUUID())).toEqual([])
})

describe('a request to reserve credit', () => {
  it('reserves the price', async () => {
    const account = await platform.account(1000)
    await platform.reserve(account, randomUUID(), 400)
    expect(await platform.balance(account)).toEqual({ available: 600, reserved: 400 })
  })

  it('answers a repeated order as before and reserves nothing more', async () => {
    const account = await platform.account(1000)
    const order = randomUUID()
    const answers = await Promise.all(Array.from({ length: 20 }, () => platform.reserve(account, order, 400)))
    expect(answers).toEqual(answers.map(() => ({ orderId: order })))
    expect(await platform.balance(account)).toEqual({ available: 600, reserved: 400 })
  })

  it('refuses an id that was used for another order', async () => {
    const account = await platform.account(1000)
    const order = randomUUID()
    await platform.reserve(account, order, 400)
    for (const [resellerId, amount] of [
      [account, 401],
      [account + 1000, 400],
    ] as const) {
      const other = platform.reserve(resellerId, order, amount)
      await expect(other).rejects.toMatchObject({ refusal: 'idempotency_key_reused' })
    }
  })

  it('refuses a price above the available credit, and reports the available amount', async () => {
    const account = await platform.account(1000)
    await expect(platform.reserve(account, randomUUID(), 1001)).rejects.toMatchObject({
      refusal: 'credit_too_low',
      details: { needed: '10.01 EUR', available: '10.00 EUR' },
    })
    await expect(platform.reserve(987_654, randomUUID(), 1)).rejects.toMatchObject({ refusal: 'credit_too_low' })
  })

  it.each([2, 50])('grants the last cent to one of %i orders', async (orders) => {
    const account = await platform.account(250)
    const race = Array.from({ length: orders }, () => platform.reserve(account, randomUUID(), 250))
    const outcomes = await Promise.allSettled(race)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ refusal: 'credit_too_low' })
    expect(await platform.balance(account)).toEqual({ available: 0, reserved: 250 })
  })

  it('grants the last cent to one of many orders at two replicas', async () => {
    const replica = await platform.replica()
    const account = await platform.account(250)
    // Single requests, so that both replicas handle some.
    const race = Array.from({ length: 50 }, async () => {
      await new Promise(setImmediate)
      return platform.reserve(account, randomUUID(), 100)
    })
    const outcomes = await Promise.allSettled(race)
    await replica.stop()
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    expect(await platform.balance(account)).toEqual({ available: 50, reserved: 200 })
  })

  it('does not wait for another account', async () => {
    const [held, free] = [await platform.account(1000), await platform.account(1000)]
    await platform.sql.query('begin')
    await platform.sql.query('select from ledger_account where reseller_id = $1 for update', [held])
    const waiting = platform.reserve(held, randomUUID(), 1)
    await platform.reserve(free, randomUUID(), 1)
    await platform.sql.query('rollback')
    await waiting
    expect((await platform.balance(held)).reserved).toBe(1)
  })

  it('refuses an order in another currency than that of the account', async () => {
    const account = await platform.account(1000)
    const foreign = platform.reserve(account, randomUUID(), 1, { currency: 'USD' })
    const own = platform.reserve(account, randomUUID(), 1)
    await expect(foreign).rejects.toMatchObject({ refusal: 'internal_error' })
    await own
    expect((await platform.balance(account)).reserved).toBe(1)
  })

  it('allows a balance below zero down to the credit limit', async () => {
    const account = await platform.account(100)
    await platform.rpc.call(setCreditLimit, { resellerId: account, limit: '5.00' }, platform.call())
    await platform.reserve(account, randomUUID(), 600)
    await expect(platform.reserve(account, randomUUID(), 1)).rejects.toMatchObject({ refusal: 'credit_too_low' })
    const lower = platform.rpc.call(setCreditLimit, { resellerId: account, limit: '4.99' }, platform.call())
    await expect(lower).rejects.toMatchObject({ refusal: 'credit_too_low' })
  })

  it('reserves an order that costs nothing, even without an account', async () => {
    const order = randomUUID()
    await platform.reserve(555_555, order, 0)
    await platform.send(captureReservation, { orderId: order })
    await platform.becomes(order, 'captured')
  })
})

describe('a reservation', () => {
  const reserved = async (amount = 400) => {
    const account = await platform.account(1000)
    const order = randomUUID()
    await platform.reserve(account, order, amount)
    return { account, order }
  }

  it('is captured once by repeated messages', async () => {
    const { account, order } = await reserved()
    await platform.send(reservationConfirmed, { orderId: order })
    for (let times = 0; times < 3; times++) await platform.send(captureReservation, { orderId: order })
    await platform.becomes(order, 'captured')
    await platform.send(releaseReservation, { orderId: order, resellerId: account })
    await platform.send(reservationConfirmed, { orderId: order })
    const last = randomUUID()
    await platform.reserve(account, last, 1)
    await platform.send(releaseReservation, { orderId: last, resellerId: account })
    await platform.becomes(last, 'released')
    expect(await platform.stateOf(order)).toBe('captured')
    expect(await platform.balance(account)).toEqual({ available: 600, reserved: 0 })
  })

  it('is settled once among many of several accounts, by two replicas, and only one without a reservation waits', async () => {
    const replica = await platform.replica()
    const accounts = await Promise.all([1, 2, 3].map(() => platform.account(1000)))
    const orders = Array.from({ length: 30 }, (_, n) => ({ account: accounts[n % 3]!, order: randomUUID() }))
    await Promise.all(orders.map(({ account, order }) => platform.reserve(account, order, 10)))
    const late = randomUUID()
    const messages = [...orders, ...[...orders].reverse()].flatMap(({ account, order }, n) => [
      platform.send(reservationConfirmed, { orderId: order }),
      n % 5 === 0
        ? platform.send(releaseReservation, { orderId: order, resellerId: account })
        : platform.send(captureReservation, { orderId: order }),
    ])
    await Promise.all([platform.send(captureReservation, { orderId: late }), ...messages])
    await eventually(async () => {
      const states = await Promise.all(orders.map(({ order }) => platform.stateOf(order)))
      return states.every((state) => state === 'captured' || state === 'released')
    }, 'the end of all orders')
    await platform.reserve(accounts[0]!, late, 10)
    await platform.becomes(late, 'captured')
    for (const [n, account] of accounts.entries()) {
      const own = orders.filter((each) => each.account === account)
      const states = await Promise.all(own.map(({ order }) => platform.stateOf(order)))
      const captured = states.filter((state) => state === 'captured').length + (n === 0 ? 1 : 0)
      expect(await platform.balance(account)).toEqual({ available: 1000 - 10 * captured, reserved: 0 })
    }
    await replica.stop()
  })

  it('is refunded once by repeated messages, and only after the capture', async () => {
    const { account, order } = await reserved()
    await platform.send(refundOrder, { orderId: order })
    await platform.send(captureReservation, { orderId: order })
    for (let times = 0; times < 3; times++) await platform.send(refundOrder, { orderId: order })
    await eventually(async () => (await platform.balance(account)).available === 1000, 'the refund')
    expect(await platform.balance(account)).toEqual({ available: 1000, reserved: 0 })
    const { movements } = await platform.rpc.call(
      getStatement,
      { resellerId: account, from: '2020-01-01 00:00:00', to: '2100-01-01 00:00:00' },
      platform.call(),
    )
    expect(movements.map(({ kind, balance }) => [kind, balance])).toEqual([
      ['top-up', 10],
      ['reserve', -4],
      ['capture', 0],
      ['refund', 4],
    ])
    expect(await platform.stateOf(order)).toBe('captured')
  })

  it('is captured before its confirmation arrives', async () => {
    const { order } = await reserved()
    await platform.send(captureReservation, { orderId: order })
    await platform.becomes(order, 'captured')
  })

  it('is released once, and a repeated order is then refused', async () => {
    const { account, order } = await reserved()
    for (let times = 0; times < 3; times++)
      await platform.send(releaseReservation, { orderId: order, resellerId: account })
    await platform.becomes(order, 'released')
    expect(await platform.balance(account)).toEqual({ available: 1000, reserved: 0 })
    await expect(platform.reserve(account, order, 400)).rejects.toMatchObject({ refusal: 'order_refused' })
  })

  it('is refused when its release arrived first', async () => {
    const account = await platform.account(1000)
    const order = randomUUID()
    await platform.send(releaseReservation, { orderId: order, resellerId: account })
    await platform.becomes(order, 'released')
    await expect(platform.reserve(account, order, 400)).rejects.toMatchObject({ refusal: 'order_refused' })
    expect(await platform.balance(account)).toEqual({ available: 1000, reserved: 0 })
  })

  it.each(['captured', 'released'] as const)('is %s by an operator', async (outcome) => {
    const { order } = await reserved()
    const answer = await platform.rpc.call(settleReservation, { orderId: order, outcome }, platform.call())
    expect(answer).toEqual({ state: 'open' })
    await platform.becomes(order, outcome)
    const unknown = platform.rpc.call(settleReservation, { orderId: randomUUID(), outcome }, platform.call())
    await expect(unknown).rejects.toMatchObject({ refusal: 'reservation_not_found' })
  })
})

describe('an unconfirmed reservation', () => {
  it('is confirmed when its owner has placed the order, and never released afterwards', async () => {
    const account = await platform.account(1000)
    const order = randomUUID()
    await platform.reserve(account, order, 400)
    platform.placed.orders.add(order)
    later()
    await platform.becomes(order, 'confirmed')
    expect(await platform.balance(account)).toEqual({ available: 600, reserved: 400 })
  })

  it('is released when its owner has not placed the order and promises not to', async () => {
    const account = await platform.account(1000)
    const order = randomUUID()
    await platform.reserve(account, order, 400)
    expect(await platform.stateOf(order)).toBe('open')
    later()
    await platform.becomes(order, 'released')
    expect(platform.placed.refused).toContain(order)
    expect(await platform.balance(account)).toEqual({ available: 1000, reserved: 0 })
  })
})

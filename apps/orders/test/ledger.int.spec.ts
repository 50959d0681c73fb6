import { randomUUID } from 'node:crypto'
import { captureReservation } from '@nameyard/contracts/orders/capture-reservation'
import { correctBalance } from '@nameyard/contracts/orders/correct-balance'
import { findCharges } from '@nameyard/contracts/orders/find-charges'
import { findMovements } from '@nameyard/contracts/orders/find-movements'
import { getStatement } from '@nameyard/contracts/orders/get-statement'
import { refundOrder } from '@nameyard/contracts/orders/refund-order'
import { releaseReservation } from '@nameyard/contracts/orders/release-reservation'
import { reservationConfirmed } from '@nameyard/contracts/orders/reservation-confirmed'
import { reserveCredit } from '@nameyard/contracts/orders/reserve-credit'
import { setCreditLimit } from '@nameyard/contracts/orders/set-credit-limit'
import { settleReservation } from '@nameyard/contracts/orders/settle-reservation'
import type { Spender } from '@nameyard/contracts/orders/spender'
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

describe('an order of an API key with a spend limit', () => {
  let keys = 0
  const key = (limits: Omit<Spender, 'keyId'>): Spender => ({ keyId: ++keys, ...limits })
  const refusal = (period: 'day' | 'month', limit: string) => ({
    refusal: 'key_spend_limit',
    details: { period, limit: `${limit} EUR` },
  })
  const order = async (account: number, amount: number, spender?: Spender) => {
    const orderId = randomUUID()
    await platform.reserve(account, orderId, amount, {}, spender)
    return orderId
  }
  /** Moves the clock to the last second of the day, or of the month, in UTC. */
  const lastSecond = (period: 'day' | 'month') => {
    const now = new Date(platform.clock.epochMs())
    const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()]
    const end = period === 'day' ? Date.UTC(year, month, now.getUTCDate() + 1) : Date.UTC(year, month + 1, 1)
    platform.clock.advance(end - 1000 - now.getTime())
  }

  it('is one of 100 at two replicas, which together never exceed the limit by a cent', async () => {
    const replica = await platform.replica()
    const account = await platform.account(1_000_00)
    const spender = key({ perDay: 10.09 })
    lastSecond('month')
    platform.clock.advance(1000)
    const race = Array.from({ length: 100 }, async (_, at) => {
      await new Promise(setImmediate)
      return order(account, 33 + (at % 3), spender)
    })
    const outcomes = await Promise.allSettled(race)
    await replica.stop()
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject(refusal('day', '10.09'))
    const { reserved } = await platform.balance(account)
    expect(reserved).toBeLessThanOrEqual(1009)
    expect(reserved).toBeGreaterThan(1009 - 33)
    await expect(order(account, 1009 - reserved, spender)).resolves.toBeDefined()
    await expect(order(account, 1, spender)).rejects.toMatchObject(refusal('day', '10.09'))
  })

  it('counts for the day and the month in UTC, and orders of others do not', async () => {
    const account = await platform.account(1000)
    const spender = key({ perDay: 1, perMonth: 2.5 })
    lastSecond('month')
    platform.clock.advance(1000)
    lastSecond('day')
    await order(account, 100, spender)
    await order(account, 100)
    await order(account, 100, key({ perDay: 1 }))
    await expect(order(account, 1, spender)).rejects.toMatchObject(refusal('day', '1.00'))
    platform.clock.advance(1000)
    await order(account, 100, spender)
    platform.clock.advance(86_400_000)
    await expect(order(account, 51, spender)).rejects.toMatchObject(refusal('month', '2.50'))
    await order(account, 50, spender)
    lastSecond('month')
    await expect(order(account, 1, spender)).rejects.toMatchObject(refusal('month', '2.50'))
    platform.clock.advance(1000)
    await order(account, 100, spender)
  })

  it('gives its amount back, in the period of the order, when it is released or refunded', async () => {
    const account = await platform.account(1000)
    const spender = key({ perDay: 1, perMonth: 1.5 })
    lastSecond('month')
    platform.clock.advance(1000)
    const [released, refunded] = [await order(account, 30, spender), await order(account, 70, spender)]
    await platform.send(releaseReservation, { orderId: released, resellerId: account })
    await platform.becomes(released, 'released')
    await platform.send(captureReservation, { orderId: refunded })
    await platform.becomes(refunded, 'captured')
    await expect(order(account, 31, spender)).rejects.toMatchObject(refusal('day', '1.00'))
    platform.clock.advance(86_400_000)
    await order(account, 30, spender)
    await platform.send(refundOrder, { orderId: refunded })
    await eventually(async () => (await platform.balance(account)).available === 970, 'the refund')
    // The refund belongs to the day before: of today, 70 cents are left, and of the month more than that.
    await expect(order(account, 71, spender)).rejects.toMatchObject(refusal('day', '1.00'))
    await order(account, 70, spender)
  })

  it('is answered as before when it is repeated at the limit', async () => {
    const account = await platform.account(1000)
    const spender = key({ perDay: 1 })
    const orderId = await order(account, 100, spender)
    await expect(platform.reserve(account, orderId, 100, {}, spender)).resolves.toEqual({ orderId })
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

describe('the operator', () => {
  it('adds a payment once for each key', async () => {
    const account = await platform.account(100)
    const payment = { resellerId: account, currency: 'EUR', amount: '12.34', key: 'invoice 7', note: 'bank' }
    const balance = { currency: 'EUR', balance: 13.34, reservedBalance: 0, creditLimit: 0 }
    for (let times = 0; times < 2; times++)
      expect(await platform.rpc.call(topUp, payment, platform.call())).toEqual(balance)
    const other = platform.rpc.call(topUp, { ...payment, amount: '12.35' }, platform.call())
    await expect(other).rejects.toMatchObject({ refusal: 'idempotency_key_reused' })
  })

  it.each([
    [{ amount: '0' }, 'invalid_input'],
    [{ amount: '-1' }, 'invalid_input'],
    [{ amount: '1.005' }, 'invalid_input'],
    [{ currency: 'USD' }, 'currency_differs'],
    [{ currency: 'XTS' }, 'currency_unsupported'],
  ])('cannot add a payment with %p', async (change, refusal) => {
    const account = await platform.account(100)
    const payment = { resellerId: account, currency: 'EUR', amount: '1', key: 'x', ...change }
    await expect(platform.rpc.call(topUp, payment, platform.call())).rejects.toMatchObject({ refusal })
  })

  it('corrects a balance down to the credit limit only', async () => {
    const account = await platform.account(100)
    const correct = (amount: string, key: string) =>
      platform.rpc.call(correctBalance, { resellerId: account, amount, key, note: 'by phone' }, platform.call())
    expect(await correct('-0.40', 'a')).toMatchObject({ balance: 0.6 })
    expect(await correct('-0.40', 'a')).toMatchObject({ balance: 0.6 })
    await expect(correct('-0.61', 'b')).rejects.toMatchObject({ refusal: 'credit_too_low' })
    const unknown = { resellerId: 999_999, amount: '1', key: 'c', note: 'n' }
    const correction = platform.rpc.call(correctBalance, unknown, platform.call())
    await expect(correction).rejects.toMatchObject({ refusal: 'account_not_found' })
  })

  it('reads a statement whose movements lead from the opening to the closing balance', async () => {
    const account = await platform.account(1000)
    later()
    const from = platform.clock.now()
    const order = randomUUID()
    await platform.reserve(account, order, 400)
    await platform.send(captureReservation, { orderId: order })
    await platform.becomes(order, 'captured')
    platform.clock.advance(1000)
    const to = platform.clock.now()
    await platform.rpc.call(topUp, { resellerId: account, currency: 'EUR', amount: '1', key: 'later' }, platform.call())
    const print = (at: Date) => at.toISOString().slice(0, 19).replace('T', ' ')
    const read = await platform.rpc.call(
      getStatement,
      { resellerId: account, from: print(from), to: print(to) },
      platform.call(),
    )
    expect(read).toMatchObject({
      opening: { balance: 10, reservedBalance: 0 },
      closing: { balance: 6, reservedBalance: 0 },
      total: 2,
      movements: [
        { kind: 'reserve', orderId: order, subject: 'example.com', balance: -4, reservedBalance: 4 },
        { kind: 'capture', orderId: order, balance: 0, reservedBalance: -4 },
      ],
    })
  })

  it('verifies the ledger, and finds open reservations and a confirmed one without an order', async () => {
    const account = await platform.account(1000)
    const [order, lost] = [randomUUID(), randomUUID()]
    platform.placed.orders.add(order)
    for (const each of [order, lost]) {
      await platform.reserve(account, each, 400)
      await platform.send(reservationConfirmed, { orderId: each })
      await platform.becomes(each, 'confirmed')
    }
    const { findings, open } = await platform.verify()
    expect(findings).toEqual([
      { rule: 'a confirmed reservation has its order', subject: `order ${lost}`, detail: expect.any(String) },
    ])
    expect(open.oldest).toContainEqual(
      expect.objectContaining({ orderId: order, owner: 'domains', resellerId: account, subject: 'example.com' }),
    )
    platform.placed.orders.add(lost)
  })

  it('verifies the ledger with `all`, and finds settled reservations without an order', async () => {
    const account = await platform.account(10_000)
    const end = async (subject: string, message: 'captured' | 'released', isConfirmed: boolean) => {
      const orderId = randomUUID()
      await platform.reserve(account, orderId, 10, { subject })
      if (isConfirmed) {
        await platform.send(reservationConfirmed, { orderId })
        await platform.becomes(orderId, 'confirmed')
      }
      if (message === 'captured') await platform.send(captureReservation, { orderId })
      else await platform.send(releaseReservation, { orderId, resellerId: account })
      await platform.becomes(orderId, message)
      return orderId
    }
    const kept = [await end('a.com', 'captured', true), await end('b.com', 'released', true)]
    const lost: string[] = [
      await end('c.com', 'captured', true),
      await end('d.com', 'released', true),
      // A capture implies the confirmation.
      await end('e.com', 'captured', false),
    ]
    // A released order that was never placed is correct.
    await end('f.com', 'released', false)
    const { rows } = await platform.sql.query<{ id: string }>('select order_id as id from reservation')
    for (const { id } of rows) if (!lost.includes(id)) platform.placed.orders.add(id)
    expect((await platform.verify()).findings).toEqual([])
    const { findings, unasked } = await platform.verify({ all: true })
    expect(unasked).toEqual([])
    expect(findings.map(({ subject }) => subject).sort()).toEqual(lost.map((each) => `order ${each}`).sort())
    expect(kept.some((each) => findings.some(({ subject }) => subject.includes(each)))).toBe(false)
    for (const each of lost) platform.placed.orders.add(each)
    expect((await platform.verify({ all: true })).findings).toEqual([])
  })

  it('verifies more orders than fit into one request to the owner', async () => {
    const account = await platform.account(1_000_000)
    const orders = Array.from({ length: 1100 }, () => randomUUID())
    await Promise.all(orders.map((each) => platform.reserve(account, each, 1)))
    for (const orderId of orders) platform.placed.orders.add(orderId)
    await Promise.all(orders.map((orderId) => platform.send(captureReservation, { orderId })))
    await eventually(async () => (await platform.balance(account)).reserved === 0, 'only captured reservations')
    const [lost] = [...orders].sort().slice(-1)
    platform.placed.orders.delete(lost!)
    const { findings } = await platform.verify({ all: true })
    expect(findings.map(({ subject }) => subject)).toEqual([`order ${lost}`])
    platform.placed.orders.add(lost!)
  })
})

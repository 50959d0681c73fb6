import { randomUUID } from 'node:crypto'
import { captureReservation } from '@nameyard/contracts/orders/capture-reservation'
import { correctBalance } from '@nameyard/contracts/orders/correct-balance'
import { getStatement } from '@nameyard/contracts/orders/get-statement'
import { releaseReservation } from '@nameyard/contracts/orders/release-reservation'
import { reservationConfirmed } from '@nameyard/contracts/orders/reservation-confirmed'
import { topUp } from '@nameyard/contracts/orders/top-up'
import { eventually } from '@nameyard/testing/eventually'
import { startPlatform, type Platform } from './platform'

let platform: Platform
beforeAll(async () => void (platform = await startPlatform()))
afterAll(() => platform?.close())
afterEach(async () => expect((await platform.verify()).findings).toEqual([]))

/** Moves the clock past the age at which owners are asked. */
const later = () => platform.clock.advance(300_000)

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

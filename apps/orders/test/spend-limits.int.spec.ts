import { randomUUID } from 'node:crypto'
import { captureReservation } from '@nameyard/contracts/orders/capture-reservation'
import { refundOrder } from '@nameyard/contracts/orders/refund-order'
import { releaseReservation } from '@nameyard/contracts/orders/release-reservation'
import type { Spender } from '@nameyard/contracts/orders/spender'
import { eventually } from '@nameyard/testing/eventually'
import { startPlatform, type Platform } from './platform'

let platform: Platform
beforeAll(async () => void (platform = await startPlatform()))
afterAll(() => platform?.close())
afterEach(async () => expect((await platform.verify()).findings).toEqual([]))

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

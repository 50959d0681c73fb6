import { randomUUID } from 'node:crypto'
import { captureReservation } from '@nameyard/contracts/orders/capture-reservation'
import { listTransactions } from '@nameyard/contracts/orders/list-transactions'
import { startPlatform, type Platform } from './platform'

let platform: Platform
beforeAll(async () => void (platform = await startPlatform()))
afterAll(() => platform?.close())
afterEach(async () => expect((await platform.verify()).findings).toEqual([]))

describe('the transactions of a reseller', () => {
  it('are listed by date and subject, sorted and in pages', async () => {
    const account = await platform.account(100_000)
    for (const [index, subject] of ['b.com', 'a.com', 'c.net'].entries()) {
      platform.clock.set(`2030-01-0${index + 1}T12:00:00Z`)
      const order = randomUUID()
      await platform.reserve(account, order, 100 * (index + 1), { subject, quantity: 2, discount: 50 })
      await platform.send(captureReservation, { orderId: order })
      await platform.becomes(order, 'captured')
    }
    const list = async (query: object) => {
      const { results, total } = await platform.rpc.call(listTransactions, query, platform.call(account))
      return { total, subjects: results.map(({ subject }) => subject), results }
    }
    expect(await list({})).toMatchObject({ total: 4, subjects: ['', 'b.com', 'a.com', 'c.net'] })
    expect((await list({ limit: 1, offset: 1 })).results).toEqual([
      {
        reference_id: expect.any(Number),
        type: 'charge',
        object_type: 'domain',
        action: 'create',
        subject: 'b.com',
        quantity: 2,
        price: { product: { currency: 'USD', price: 1 }, reseller: { currency: 'EUR', price: 1.5 } },
        setup: { product: { currency: 'USD', price: 0 }, reseller: { currency: 'EUR', price: 0 } },
        vat: 0,
        total: { product: { currency: 'USD', price: 1 }, reseller: { currency: 'EUR', price: 1 } },
        discount: 0.5,
        creation_date: '2030-01-01 12:00:00',
      },
    ])
    expect(await list({ start_creation_date: '2030-01-02', end_creation_date: '2030-01-02' })).toMatchObject({
      total: 1,
      subjects: ['a.com'],
    })
    await expect(list({ start_creation_date: '2030-02-30' })).rejects.toMatchObject({ refusal: 'invalid_input' })
    expect(await list({ filter_for_subject: '*.COM', order_by: 'subject' })).toMatchObject({
      total: 2,
      subjects: ['a.com', 'b.com'],
    })
    expect(await list({ order_by: 'total', order: 'desc', limit: 2 })).toMatchObject({
      total: 4,
      subjects: ['c.net', 'a.com'],
    })
    expect(await list({ filter_for_subject: 'none' })).toMatchObject({ total: 0, subjects: [] })
    expect((await list({ limit: 1 })).results).toMatchObject([
      { type: 'payment', total: { reseller: { price: -1000 } } },
    ])
  })
})

import { randomUUID } from 'node:crypto'
import { creditState } from '@nameyard/contracts/events/catalogue/money-events'
import { captureReservation } from '@nameyard/contracts/orders/capture-reservation'
import { correctBalance } from '@nameyard/contracts/orders/correct-balance'
import { listTransactions } from '@nameyard/contracts/orders/list-transactions'
import { refundOrder } from '@nameyard/contracts/orders/refund-order'
import { releaseReservation } from '@nameyard/contracts/orders/release-reservation'
import { setCreditLimit } from '@nameyard/contracts/orders/set-credit-limit'
import { topUp } from '@nameyard/contracts/orders/top-up'
import { eventually } from '@nameyard/testing/eventually'
import { startPlatform, type Platform } from './platform'

let platform: Platform
beforeAll(async () => void (platform = await startPlatform()))
afterAll(() => platform?.close())

/** The events about the credit of an account: the type, and the balances in the state. */
async function creditEvents(account: number): Promise<unknown[][]> {
  const events = await platform.accountEvents(`resellers/${account}`)
  return events.map(({ type, resellerId, state }) => {
    expect(resellerId).toBe(account)
    const { id, balance, reserved_balance, settings } = creditState.strict().parse(state)
    expect(id).toBe(account)
    return [type, balance, reserved_balance, settings.maximum_credit]
  })
}

/** The types of the events about the transactions of an account, each of which has what the list shows. */
async function transactionTypes(account: number): Promise<string[]> {
  const { results } = await platform.rpc.call(
    listTransactions,
    { limit: 100, order: 'asc', order_by: 'creation_date' },
    platform.call(account),
  )
  const types: string[] = []
  for (const shown of results) {
    const events = await platform.accountEvents(`transactions/${shown.reference_id}`)
    for (const { type, resellerId, state } of events) {
      expect({ resellerId, state }).toEqual({ resellerId: account, state: shown })
      types.push(type)
    }
  }
  return types
}

const correct = (resellerId: number, amount: string) =>
  platform.rpc.call(correctBalance, { resellerId, amount, key: randomUUID(), note: 'twice' }, platform.call())

it('are about payments, corrections, charges and refunds, each once and as the list shows it', async () => {
  const account = await platform.account(10_000)
  await platform.rpc.call(
    topUp,
    { resellerId: account, currency: 'EUR', amount: '100', key: 'opening' },
    platform.call(),
  )
  await correct(account, '5')
  const order = randomUUID()
  await platform.reserve(account, order, 400)
  for (let times = 0; times < 2; times++) await platform.send(captureReservation, { orderId: order })
  await platform.becomes(order, 'captured')
  for (let times = 0; times < 2; times++) await platform.send(refundOrder, { orderId: order })
  const types = ['transaction.paid', 'transaction.corrected', 'transaction.charged', 'transaction.refunded']
  await eventually(async () => (await transactionTypes(account)).length === types.length, 'the refund')
  expect((await transactionTypes(account)).toSorted()).toEqual(types.toSorted())
})

it('are about credit that is reserved and released', async () => {
  const account = await platform.account(10_000)
  const order = randomUUID()
  await platform.reserve(account, order, 400)
  await platform.reserve(account, order, 400)
  await platform.reserve(account, randomUUID(), 0)
  await platform.send(releaseReservation, { orderId: order, resellerId: account })
  await platform.becomes(order, 'released')
  expect(await creditEvents(account)).toEqual([
    ['credit.reserved', 96, 4, 0],
    ['credit.released', 100, 0, 0],
  ])
})

it('are one for all orders that are reserved together', async () => {
  const account = await platform.account(10_000)
  await Promise.all(Array.from({ length: 30 }, () => platform.reserve(account, randomUUID(), 100)))
  const events = await creditEvents(account)
  expect(events.length).toBeLessThan(30)
  expect(events.at(-1)).toEqual(['credit.reserved', 70, 30, 0])
})

it('tell once that the credit has fallen below the limit of the operator, and again after it was above it', async () => {
  const account = await platform.account(6_000)
  const low = async () => (await creditEvents(account)).filter(([type]) => type === 'credit.low')
  await platform.reserve(account, randomUUID(), 1_000)
  expect(await low()).toEqual([])
  await platform.reserve(account, randomUUID(), 1)
  await platform.reserve(account, randomUUID(), 100)
  expect(await low()).toEqual([['credit.low', 49.99, 10.01, 0]])
  await platform.rpc.call(setCreditLimit, { resellerId: account, limit: '20' }, platform.call())
  await correct(account, '-30')
  expect(await low()).toEqual([
    ['credit.low', 49.99, 10.01, 0],
    ['credit.low', 18.99, 11.01, 20],
  ])
  expect((await creditEvents(account)).map(([type]) => type)).toContain('credit.limit-changed')
})

it('name the request that caused a charge, also when charges are stored together', async () => {
  const account = await platform.account(10_000)
  const orders = Array.from({ length: 10 }, () => randomUUID())
  for (const order of orders) await platform.reserve(account, order, 100)
  await Promise.all(orders.map((orderId) => platform.send(captureReservation, { orderId })))
  await eventually(async () => (await transactionTypes(account)).length === 11, 'all charges')
})

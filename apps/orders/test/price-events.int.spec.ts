import { Client } from 'pg'
import type { Payload } from '@nameyard/contracts/event'
import { broadcastEvent } from '@nameyard/contracts/events/broadcast-event'
import { pricesState } from '@nameyard/contracts/events/catalogue/extension-events'
import { setPricingTerms } from '@nameyard/contracts/orders/set-pricing-terms'
import { topUp } from '@nameyard/contracts/orders/top-up'
import { startPricePlatform, type PricePlatform } from './price-platform'

let prices: PricePlatform
let sql: Client
beforeAll(async () => {
  prices = await startPricePlatform()
  sql = new Client({ connectionString: prices.databaseUrl })
  await sql.connect()
})
afterAll(async () => {
  await sql?.end()
  await prices?.close()
})

/** What was told to accounts, the oldest first. */
async function told(): Promise<Payload<typeof broadcastEvent>[]> {
  const { rows } = await sql.query<{ payload: Payload<typeof broadcastEvent> }>(
    `select payload::jsonb from (select message_id, message, payload from orders.outbox
       union select message_id, message, payload from orders.sent) as stored
     where message = $1 order by message_id`,
    [broadcastEvent.id],
  )
  return rows.map(({ payload }) => payload)
}

const line = (extension: string, price: string, from = '') => `regular,${extension},create,,${from},,EUR,9,${price}`

/** The accounts and the content of what was told since a number of events. */
const since = async (count: number) => (await told()).slice(count).map(({ accounts, state }) => ({ accounts, state }))

it('tells the accounts of a price list what has another price, without amounts, and no other account', async () => {
  const { resellerId: anna, list } = await prices.accountWith([line('com', '10')])
  const { resellerId: bert } = await prices.accountWith([line('com', '11')])
  const ofDefault = prices.nextAccount()
  const credit = { operator: 'test', resellerId: ofDefault, currency: 'EUR', amount: '10', key: 'first' }
  await prices.rpc.call(topUp, credit, prices.call())
  const before = (await told()).length
  const at = prices.clock.now().toISOString().slice(0, 19).replace('T', ' ')
  await prices.take(list, [line('nl', '12.34'), line('be', '12.34')])
  await prices.take('shipped-eur', [line('com', '13.45')])
  // Nothing is told of prices that are as they were.
  await prices.take(list, [line('nl', '12.34')])
  const events = await since(before)
  expect(events).toEqual([
    { accounts: [anna], state: { subjects: ['be', 'nl'], effective_from: at } },
    { accounts: [ofDefault], state: { subjects: ['com'], effective_from: at } },
  ])
  expect(events.flatMap(({ accounts }) => accounts)).not.toContain(bert)
  for (const { state } of events) expect(pricesState.strict().parse(state)).toEqual(state)
})

it('tells from when on later prices hold, and an account that it has another list', async () => {
  const { resellerId, list } = await prices.accountWith([line('com', '10')])
  const { list: other } = await prices.accountWith([line('com', '20')])
  const before = (await told()).length
  await prices.take(list, [line('com', '15', '2030-01-01T00:00:00Z')])
  await prices.rpc.call(setPricingTerms, { resellerId, list: other, tier: 0 }, prices.call())
  expect(await since(before)).toMatchObject([
    { accounts: [resellerId], state: { subjects: ['com'], effective_from: '2030-01-01 00:00:00' } },
    { accounts: [resellerId], state: { subjects: [] } },
  ])
})

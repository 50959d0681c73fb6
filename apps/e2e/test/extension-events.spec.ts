import { runCommand } from '@nameyard/admin/command-line'
import { importPrices } from '@nameyard/contracts/orders/import-prices'
import { setPricingTerms } from '@nameyard/contracts/orders/set-pricing-terms'
import { eventually } from '@nameyard/testing/eventually'
import { startInProcess, type Ask, type InProcess } from './in-process'

/** What accounts learn when operators change extensions and prices, over HTTP. */

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the result type depends on the operation
type Data = any

let platform: InProcess
let anna: Ask
let bert: Ask
beforeAll(async () => {
  platform = await startInProcess({ hasSandboxClock: true })
  anna = await platform.open('anna')
  bert = await platform.open('bert')
})
afterAll(() => platform?.close())

async function done(ask: Ask, method: string, path: string, body?: object): Promise<Data> {
  const { status, json, text } = await ask(method, path, { body })
  if (status !== 200) throw new Error(`${method} ${path} answered ${status} ${text}`)
  return json.data
}
/** The time of the installation so many hours from now. */
async function instant(hours: number): Promise<string> {
  const { now } = await done(anna, 'POST', '/v1/sandbox/clock/advance', { seconds: 1 })
  return new Date(new Date(now).getTime() + hours * 3_600_000).toISOString()
}
const onWire = (iso: string) => iso.slice(0, 19).replace('T', ' ')
const admin = (...args: string[]) => runCommand(args, { AMQP_URL: platform.amqpUrl }, () => undefined)

const eventsOf = async (ask: Ask, filter: string): Promise<Data[]> =>
  (await done(ask, 'GET', `/v1/events?${filter}`)).results
/** Waits until an account has so many events. */
const waitFor = (ask: Ask, filter: string, count: number): Promise<Data[]> =>
  eventually(async () => {
    const found = await eventsOf(ask, filter)
    return found.length >= count && found
  }, `${count} events with ${filter}`)

it('tells every account that rules of an extension will change, with its state from then on', async () => {
  const from = await instant(48)
  await admin('tld', 'rules', 'com', '{"isTransferable":false,"periods":{"max":3}}', '--from', from)
  const events = await Promise.all([anna, bert].map((ask) => waitFor(ask, 'object=tlds/com', 1)))
  const now = await done(anna, 'GET', '/v1/tlds/com')
  for (const told of events) {
    expect(told).toMatchObject([
      {
        type: 'extension.changed',
        data: {
          name: 'com',
          effective_from: onWire(from),
          changed: expect.arrayContaining(['max_period', 'transfer_available']),
          max_period: 3,
          transfer_available: false,
        },
      },
    ])
    const { effective_from: _, changed, ...then } = told[0].data
    expect(Object.keys(then).toSorted()).toEqual(Object.keys(now).toSorted())
    const same = Object.keys(now).filter((field) => !changed.includes(field))
    for (const field of same) expect([field, then[field]]).toEqual([field, now[field]])
  }
  // As simulated time passes, the read shows what was told.
  await done(anna, 'POST', '/v1/sandbox/clock/advance', { seconds: 49 * 3600 })
  await eventually(async () => (await done(anna, 'GET', '/v1/tlds/com')).max_period === 3, 'the new rules')
})

it('tells every account of an extension that is sold and one that is closed, and of none that is neither', async () => {
  await admin('tld', 'add', '--set', 'suffix=unserved')
  await admin('tld', 'add', '--set', 'suffix=brandnew', '--set', 'registry.account=sandbox')
  await admin('tld', 'retire', 'brandnew')
  for (const ask of [anna, bert]) {
    const events = await waitFor(ask, 'object=tlds/brandnew', 2)
    expect(events.map(({ type }) => type)).toEqual(['extension.added', 'extension.closed'])
    expect(events[1].data).toMatchObject({ name: 'brandnew', changed: [] })
    expect(await eventsOf(ask, 'object=tlds/unserved')).toEqual([])
  }
})

it('tells an account of its own prices, and no other account', async () => {
  const { rpc, call } = platform.operator
  const { id: resellerId } = await done(anna, 'GET', '/v1/resellers')
  const csv = [
    'kind,subject,operation,tier,starts_at,ends_at,product_currency,product_price,price',
    ...['create', 'renew'].map((each) => `regular,net,${each},,,,EUR,1.23,4.56`),
  ].join('\n')
  const file = { list: 'of anna', currency: 'EUR', csv }
  const take = async (given: typeof file) => {
    const { fingerprint } = await rpc.call(importPrices, given, call())
    await rpc.call(importPrices, { ...given, apply: fingerprint }, call())
  }
  await take(file)
  await rpc.call(setPricingTerms, { resellerId, list: 'of anna', tier: 0 }, call())
  await take({ ...file, csv: csv.replaceAll('4.56', '4.99') })
  const events = await waitFor(anna, 'type=prices.*', 2)
  expect(events).toMatchObject([
    { type: 'prices.changed', subject: 'tlds', data: { subjects: [] } },
    { type: 'prices.changed', subject: 'tlds', data: { subjects: ['net'] } },
  ])
  expect(JSON.stringify(events)).not.toMatch(/of anna|4\.56|4\.99/)
  // What is told later to all has come, so nothing of before is still under way.
  await admin('tld', 'retire', 'org')
  await waitFor(bert, 'object=tlds/org', 1)
  expect(await eventsOf(bert, 'type=prices.*')).toEqual([])
})

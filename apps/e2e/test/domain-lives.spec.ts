import { Client } from 'pg'
import { topUp } from '@nameyard/contracts/orders/top-up'
import { eventually } from '@nameyard/testing/eventually'
import { order, person } from '../src/reseller'
import { startInProcess, type Ask, type InProcess } from './in-process'
import { SharedClock, type Scenario } from './shared-clock'

const DAY = 86_400

let platform: InProcess
const shared = new SharedClock()

beforeAll(async () => {
  platform = await startInProcess(shared.options)
})
shared.runOn(() => platform)
afterAll(() => platform?.close())

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the result type depends on the operation
type Data = any

/** Opens an account with a balance in euros and a customer, and logs in. */
async function account(scenario: Scenario, username: string, euros = '1000') {
  const ask: Ask = await platform.open(username, euros)
  const done = async (method: string, path: string, body?: object): Promise<Data> => {
    const { status, json, text } = await ask(method, path, { body })
    if (status !== 200) throw new Error(`${method} ${path} answered ${status} ${text}`)
    return json.data
  }
  const { handle } = await done('POST', '/v1/customers', person)
  return {
    done,
    order: async (name: string, over: object = {}): Promise<number> =>
      (await done('POST', '/v1/domains', { ...order(name, handle), ...over })).id,
    /** Waits until so many days have passed and everything that was due is done. */
    pass: (days: number) => scenario.pass(days * DAY),
  }
}

shared.test('a .com that is not renewed enters quarantine, is deleted, and is purged', async (scenario) => {
  const { done, order, pass } = await account(scenario, 'lapsing')
  const id = await order('lapsing.com', { autorenew: 'off' })
  const stages: [days: number, status: string, deleteStatus: string][] = [
    [364, 'ACT', 'none'],
    [2, 'DEL', 'soft_quarantine'],
    [30, 'DEL', 'quarantine'],
    [30, 'DEL', 'pending_delete'],
  ]
  for (const [days, status, delete_status] of stages) {
    await pass(days)
    expect(await done('GET', `/v1/domains/${id}`)).toMatchObject({ status, delete_status })
  }
  await pass(6)
  expect(await done('GET', `/v1/domains/${id}?is_deleted=1`)).toMatchObject({
    status: 'DEL',
    delete_status: 'deleted',
    removal_reason: 'expired',
  })
  const { results } = await done('POST', '/v1/domains/check', { domains: [{ name: 'lapsing', extension: 'com' }] })
  expect(results[0]).toMatchObject({ status: 'free' })
})

describe('with autorenew, while the credit suffices', () => {
  for (const extension of ['com', 'nl', 'be', 'eu', 'fr']) {
    shared.test(`a .${extension} is renewed for a year`, async (scenario) => {
      const { done, order, pass } = await account(scenario, `renewing${extension}`, '1000')
      const id = await order(`renewing.${extension}`, { autorenew: 'on' })
      const before = await done('GET', `/v1/domains/${id}`)
      await pass(367)
      const after = await done('GET', `/v1/domains/${id}`)
      const years = Number(after.expiration_date.slice(0, 4)) - Number(before.expiration_date.slice(0, 4))
      expect([after.status, years]).toEqual(['ACT', 1])
      // A registry with a renew command gets it before it renews by itself.
      const charges = await platform.sandbox.charges(`renewing.${extension}`)
      const isOfRegistry = ['nl', 'be'].includes(extension)
      expect(charges.filter((each) => each.includes('renew'))).toEqual([
        expect.stringContaining(isOfRegistry ? ' auto-renew ' : ' renew '),
      ])
    })
  }
})

shared.test('a .be that the account cannot pay is deleted before its registry renews it', async (scenario) => {
  const { done, order, pass } = await account(scenario, 'poorbe', '10')
  const id = await order('unpaid.be', { autorenew: 'on' })
  const { expiration_date: paidUntil } = await done('GET', `/v1/domains/${id}`)
  await pass(362)
  expect(await done('GET', `/v1/domains/${id}`)).toMatchObject({ status: 'ACT' })
  await pass(4)
  expect(await done('GET', `/v1/domains/${id}`)).toMatchObject({
    status: 'DEL',
    delete_status: 'quarantine',
    expiration_date: paidUntil,
    removal_reason: 'expired',
  })
  expect((await platform.sandbox.charges('unpaid.be')).filter((charge) => charge.includes('renew'))).toEqual([])
})

shared.test('a .be that is deleted before its registry renews it is refunded the prepaid year', async (scenario) => {
  const { done, order, pass } = await account(scenario, 'leavingbe', '100')
  const balances = async () => {
    const { balance, reserved_balance } = await done('GET', '/v1/resellers')
    return [balance, reserved_balance]
  }
  const id = await order('leaving.be', { autorenew: 'on' })
  const { expiration_date: registered } = await done('GET', `/v1/domains/${id}`)
  await eventually(async () => (await balances())[1] === 0, 'the charge for the first year')
  expect(await balances()).toEqual([94.01, 0])
  await pass(360)
  expect(await balances()).toEqual([88.02, 0])
  await done('DELETE', `/v1/domains/${id}`)
  await pass(1)
  expect(await balances()).toEqual([94.01, 0])
  expect(await done('GET', `/v1/domains/${id}`)).toMatchObject({ status: 'DEL', expiration_date: registered })
  expect((await platform.sandbox.charges('leaving.be')).filter((charge) => charge.includes('renew'))).toEqual([])
})

shared.test(
  'a domain that the account cannot pay enters quarantine, and is restored for the restore price',
  async (scenario) => {
    const { done, order, pass } = await account(scenario, 'poor', '22')
    const id = await order('poor.com', { autorenew: 'on' })
    await order('other.nl', { autorenew: 'off' })
    const { expiration_date: before } = await done('GET', `/v1/domains/${id}`)
    await pass(366)
    expect(await done('GET', `/v1/domains/${id}`)).toMatchObject({ status: 'DEL', delete_status: 'soft_quarantine' })
    const { resellerId } = await reseller(done)
    await platform.operator.rpc.call(
      topUp,
      { operator: 'tester', resellerId, currency: 'EUR', amount: '100', key: 'later' },
      platform.operator.call(),
    )
    await done('POST', `/v1/domains/${id}/restore`)
    await pass(1)
    const back = await done('GET', `/v1/domains/${id}`)
    expect(back).toMatchObject({ status: 'ACT', delete_status: 'none', is_parked: false })
    expect(Number(back.expiration_date.slice(0, 4)) - Number(before.slice(0, 4))).toBe(1)
  },
)

for (const [extension, days] of [
  ['nl', 40],
  ['be', 40],
  ['fr', 30],
] as const) {
  shared.test(
    `a .${extension} that is deleted can be restored for ${days} days, and is purged then`,
    async (scenario) => {
      const { done, order, pass } = await account(scenario, `deleting${extension}`)
      const id = await order(`deleting.${extension}`)
      await done('DELETE', `/v1/domains/${id}`)
      await pass(days - 1)
      expect(await done('GET', `/v1/domains/${id}`)).toMatchObject({ status: 'DEL', delete_status: 'quarantine' })
      await pass(3)
      expect(await done('GET', `/v1/domains/${id}?is_deleted=1`)).toMatchObject({
        delete_status: 'deleted',
        removal_reason: 'owner',
      })
    },
  )
}

it('no test of this file causes an unknown transition of a domain', async () => {
  const sql = new Client({ connectionString: platform.databaseUrl })
  await sql.connect()
  const { rows } = await sql.query('select phase, event, domain, registry from domains.lifecycle_violation')
  await sql.end()
  expect(rows).toEqual([])
})

async function reseller(done: (method: string, path: string) => Promise<Data>): Promise<{ resellerId: number }> {
  return { resellerId: (await done('GET', '/v1/resellers')).id }
}

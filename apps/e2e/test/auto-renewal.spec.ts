import { setAutoRenewal } from '@nameyard/contracts/access/set-auto-renewal'
import { eventually } from '@nameyard/testing/eventually'
import { order, person } from '../src/reseller'
import { startInProcess, type Ask, type InProcess } from './in-process'

const DAY = 86_400

let platform: InProcess
let ask: Ask

beforeAll(async () => {
  platform = await startInProcess({ hasSandboxClock: true })
  ask = await platform.open('holder')
})
afterAll(() => platform?.close())

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the result type depends on the operation
type Data = any

const done = async (method: string, path: string, body?: object): Promise<Data> => {
  const { status, json, text } = await ask(method, path, { body })
  if (status !== 200) throw new Error(`${method} ${path} answered ${status} ${text}`)
  return json.data
}
const read = (id: number) => done('GET', `/v1/domains/${id}`)
const nextOf = async (id: number): Promise<string[]> =>
  (await done('GET', `/v1/domains/${id}/timeline`)).events.map(({ event }: { event: string }) => event)
const pass = async (days: number): Promise<void> => {
  let moved = await done('POST', '/v1/sandbox/clock/advance', { seconds: days * DAY })
  while (!moved.is_done) moved = await done('POST', '/v1/sandbox/clock/advance', { until: moved.until })
}
const nextIs = (id: number, event: string) =>
  eventually(async () => (await nextOf(id)).includes(event), `domain ${id} before its ${event}`)

it('the autorenew setting of an account applies to its domains with autorenew `default`, and moves their timers', async () => {
  const { handle } = await done('POST', '/v1/customers', person)
  const register = async (name: string, autorenew: string): Promise<number> =>
    (await done('POST', '/v1/domains', { ...order(name, handle), autorenew })).id
  const { id: resellerId, settings } = await done('GET', '/v1/resellers?with_settings=1')
  expect(settings).toMatchObject({ is_auto_renew_enabled: true })
  const [follower, decided] = [await register('follower.com', 'default'), await register('decided.com', 'on')]
  await nextIs(follower, 'renewal')

  const { rpc, call } = platform.operator
  const set = (isEnabled: boolean) => rpc.call(setAutoRenewal, { operator: 'test', resellerId, isEnabled }, call())
  expect(await set(false)).toEqual({ changed: true })
  expect(await set(false)).toEqual({ changed: false })
  expect((await done('GET', '/v1/resellers?with_settings=1')).settings).toMatchObject({ is_auto_renew_enabled: false })
  await nextIs(follower, 'expiry')
  const [later, wayward] = [await register('later.com', 'default'), await register('wayward.com', 'off')]
  await nextIs(later, 'expiry')
  expect(await nextOf(decided)).toContain('renewal')
  expect(await read(follower)).toMatchObject({ autorenew: 'default' })

  await pass(370)
  expect(await Promise.all([follower, later, wayward, decided].map(async (id) => (await read(id)).status))).toEqual([
    'DEL',
    'DEL',
    'DEL',
    'ACT',
  ])

  expect(await set(true)).toEqual({ changed: true })
  const young = await register('young.com', 'default')
  await nextIs(young, 'renewal')
  await expect(
    rpc.call(setAutoRenewal, { operator: 'test', resellerId: 999_999, isEnabled: true }, call()),
  ).rejects.toMatchObject({ refusal: 'reseller_not_found' })
}, 300_000)

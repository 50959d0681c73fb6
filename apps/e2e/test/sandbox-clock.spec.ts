import { eventually } from '@nameyard/testing/eventually'
import { askUdp } from '../src/dns-client'
import { order, person } from '../src/reseller'
import { descriptionOf } from './api-description'
import { startInProcess, type Ask, type InProcess } from './in-process'

const HOUR = 60 * 60
const DAY = 24 * HOUR

let platform: InProcess
let ask: Ask

beforeAll(async () => {
  platform = await startInProcess({ hasSandboxClock: true })
  ask = await platform.open('traveller')
})
afterAll(() => platform.close())

/** Advances the clock until it reaches its goal, as the admin tool does. Returns the day at the end. */
async function advance(seconds: number): Promise<string> {
  let answer = await ask('POST', '/v1/sandbox/clock/advance', { body: { seconds } })
  for (let pieces = 0; !answer.json.data.is_done; pieces++) {
    if (answer.status !== 200 || pieces === 20) throw new Error(`the clock does not reach its goal: ${answer.text}`)
    answer = await ask('POST', '/v1/sandbox/clock/advance', { body: { until: answer.json.data.until } })
  }
  return String(answer.json.data.now).slice(0, 10)
}

/** Returns the day a number of days after an instant of the API. */
const dayAfter = (instant: unknown, days: number) =>
  new Date(Date.parse(`${String(instant).replace(' ', 'T')}Z`) + days * DAY * 1000).toISOString().slice(0, 10)

describe('a .com', () => {
  let id: number
  let expires: string

  const shown = async () => (await ask('GET', `/v1/domains/${id}`)).json.data
  const atRegistry = () => platform.sandbox.domain('life.com')
  const done = async (method: string, path: string, body?: object) => {
    const { json, text } = await ask(method, path, body && { body })
    if (json.code !== 0) throw new Error(`${method} ${path}: ${text}`)
    return json.data
  }

  test('is registered', async () => {
    const handle = (await done('POST', '/v1/customers', person)).handle as string
    const placed = await done('POST', '/v1/domains', { ...order('life.com', handle), autorenew: 'on' })
    expect(placed.status).toBe('ACT')
    id = placed.id as number
    expires = String(placed.expiration_date)
  })

  test('is renewed once at the end of its year', async () => {
    await advance(366 * DAY)
    const renewed = String((await shown()).expiration_date)
    expect(renewed.slice(0, 4)).toBe(String(Number(expires.slice(0, 4)) + 1))
    expires = renewed
    const charged = await platform.sandbox.charges('life.com')
    expect(charged.filter((each) => each.includes('renew'))).toHaveLength(1)
  })

  test('enters the soft quarantine when it expires without a renewal', async () => {
    await done('PUT', `/v1/domains/${id}`, { autorenew: 'off' })
    await advance(367 * DAY)
    const domain = await shown()
    expect(domain).toMatchObject({ status: 'DEL', delete_status: 'soft_quarantine', expiration_date: expires })
    expect(String(domain.soft_quarantine_expiry_date).slice(0, 10)).toBe(dayAfter(expires, 30))
    expect(await atRegistry()).toMatchObject({ rgpStatuses: ['autoRenewPeriod'] })

    await advance(31 * DAY)
    expect(await shown()).toMatchObject({ status: 'DEL', delete_status: 'quarantine' })
    expect(await atRegistry()).toMatchObject({ statuses: expect.arrayContaining(['pendingDelete']) })
    expect(await atRegistry()).toMatchObject({ rgpStatuses: ['redemptionPeriod'] })
  })

  test('is restored, and the auto-renewal of the registry is charged once', async () => {
    await done('POST', `/v1/domains/${id}/restore`, {})
    await advance(HOUR)
    expect(await shown()).toMatchObject({ status: 'ACT', delete_status: 'none' })
    expect(await platform.sandbox.charges('life.com')).toEqual([
      'nameyard create 800',
      'nameyard renew 800',
      'nameyard auto-renew 800',
      'nameyard auto-renew -800',
      'nameyard restore 4000',
      'nameyard auto-renew 800',
    ])
  })

  test('is transferred away when the transfer request is not answered for five days', async () => {
    const rival = await platform.rival()
    expect(await rival.requestTransfer('life.com', String((await shown()).auth_code))).toBe(1001)
    rival.close()
    await advance(HOUR)
    expect(await shown()).toMatchObject({ status: 'ACT', transfer_out_pending: true })
    await advance(6 * DAY)
    expect((await ask('GET', `/v1/domains/${id}`)).json.code).toBe(320)
    expect(await atRegistry()).toMatchObject({ sponsor: 'rival' })
  })
})

test('the zone of a purged domain is deleted after two days, other zones stay', async () => {
  const done = async (method: string, path: string, body?: object) => {
    const { json, text } = await ask(method, path, body && { body })
    if (json.code !== 0) throw new Error(`${method} ${path}: ${text}`)
    return json.data
  }
  const records = [{ type: 'A', name: 'www', value: '192.0.2.1', ttl: 3600 }]
  const answered = async (name: string) => (await askUdp(platform.dnsPort, `www.${name}`, 'A')).answers?.length === 1
  for (const name of ['abandoned', 'homeless']) {
    await done('POST', '/v1/dns/zones', { domain: { name, extension: 'com' }, type: 'master', records })
    await eventually(() => answered(`${name}.com`), `${name}.com answered`)
  }
  const handle = (await done('POST', '/v1/customers', person)).handle as string
  const { id } = await done('POST', '/v1/domains', order('abandoned.com', handle))
  await done('DELETE', `/v1/domains/${id as number}`)
  await advance(47 * HOUR)
  expect(await answered('abandoned.com')).toBe(true)
  await advance(2 * HOUR)
  await eventually(async () => !(await answered('abandoned.com')), 'a name server without the zone')
  expect((await ask('GET', '/v1/dns/zones/abandoned.com')).status).toBe(404)
  expect(await answered('homeless.com')).toBe(true)
  expect(await done('GET', '/v1/dns/zones/homeless.com')).toMatchObject({ name: 'homeless.com' })
})

test('the clock advances to the requested instant, in order, and tokens do not expire by it', async () => {
  const { json } = await ask('POST', '/v1/sandbox/clock/advance', { body: { until: '2020-01-01T00:00:00Z' } })
  expect(json.data).toMatchObject({ is_done: true, steps: 0 })
  const before = Date.parse(String(json.data.now))
  const later = (await ask('POST', '/v1/sandbox/clock/advance', { body: { seconds: DAY } })).json.data
  expect(Date.parse(String(later.now)) - before).toBeGreaterThanOrEqual(DAY * 1000)
  expect(Date.parse(String(later.now)) - before).toBeLessThan((DAY + HOUR) * 1000)
  expect((await ask('GET', '/v1/domains')).status).toBe(200)
})

test('an installation without SANDBOX_CLOCK does not have or describe the route', async () => {
  const isDescribed = async (gateway: InProcess) =>
    (await descriptionOf(gateway)).operations.some(({ id }) => id === 'sandbox.advance-clock')
  expect(await isDescribed(platform)).toBe(true)
  const plain = await startInProcess()
  expect(await isDescribed(plain)).toBe(false)
  const { status } = await (await plain.open('plain'))('POST', '/v1/sandbox/clock/advance', { body: { seconds: 1 } })
  expect(status).toBe(404)
  await plain.close()
})

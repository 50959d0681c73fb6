import { Clock } from '@nameyard/runtime/clock'
import { eventually } from '@nameyard/testing/eventually'
import { behind, openEdge, type Edge } from './edge'

let edge: Edge
const ask: Edge['ask'] = (...asked) => edge.ask(...asked)

beforeAll(async () => void (edge = await openEdge()))
afterAll(() => edge?.close())
let release = () => {}
afterEach(() => release())
beforeEach(() => {
  behind.seen.length = 0
  behind.allowance = { remaining: 1000, perSecond: 1000, burst: 1000 }
})

describe('the requests of an account', () => {
  it('are answered with what is left of them', async () => {
    behind.allowance = { remaining: 5, perSecond: 0.001, burst: 20 }
    const fresh = await edge.start()
    const answer = await ask('GET', '/v1/customers', { to: fresh })
    expect(answer.headers).toMatchObject({
      'ratelimit-policy': '"account";q=20;w=20000',
      ratelimit: expect.stringMatching(/^"account";r=4;t=(15999|16000)$/),
    })
    await fresh.close()
  })

  it('are refused with 429, code 50 and the time to wait, before a service hears of them', async () => {
    behind.allowance = { remaining: 1, perSecond: 0.01, burst: 20 }
    const fresh = await edge.start()
    expect(await ask('GET', '/v1/customers', { to: fresh })).toMatchObject({ status: 200 })
    const refused = await ask('GET', '/v1/customers', { to: fresh })
    expect(refused).toMatchObject({ status: 429, json: { code: 50, data: '' } })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(90)
    expect(refused.headers).toMatchObject({ ratelimit: expect.stringMatching(/^"account";r=0;t=\d+$/) })
    expect(behind.seen).toHaveLength(1)
    await fresh.close()
  })

  it('are reported with the next question about a token', async () => {
    const fresh = await edge.start()
    behind.spent.length = 0
    for (let i = 0; i < 3; i++) await ask('GET', '/v1/customers', { to: fresh })
    await eventually(async () => {
      await ask('GET', '/v1/customers', { to: fresh })
      return behind.spent.length > 0
    }, 'a report')
    expect(behind.spent[0]!.resellerId).toBe(7)
    expect(behind.spent[0]!.requests).toBeGreaterThanOrEqual(3)
    await fresh.close()
  })

  it('that is no account yet have no limit of their own', async () => {
    const answer = await ask('POST', '/v1/auth/login', { token: null, body: '{"username":"anna","password":"x"}' })
    expect(answer.headers).not.toHaveProperty('ratelimit')
  })
})

describe('a service that stands still', () => {
  it('takes requests up to its cap, and those of other services go on', async () => {
    await edge.serveDomains()
    const narrow = await edge.start({ GATEWAY_IN_FLIGHT_PER_SERVICE: '2' })
    await ask('GET', '/v1/customers', { to: narrow })
    behind.seen.length = 0
    behind.hold = new Promise((resolve) => (release = resolve))
    const waiting = [1, 2].map(() => ask('GET', '/v1/customers/AT1-NL', { to: narrow }))
    await eventually(() => behind.seen.length === 2, 'two requests that wait')
    expect(await ask('GET', '/v1/customers', { to: narrow })).toMatchObject({
      status: 503,
      headers: { 'retry-after': '2' },
      json: { code: 4005 },
    })
    expect(await ask('GET', '/v1/domains', { to: narrow })).toMatchObject({ status: 200 })
    release()
    behind.hold = undefined
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([404, 404])
    expect(await ask('GET', '/v1/customers', { to: narrow })).toMatchObject({ status: 200 })
    await narrow.close()
  })
})

describe('the time a request may take', () => {
  it('travels with it: the service is told until when somebody waits', async () => {
    const patient = await edge.start({ GATEWAY_REQUEST_MS: '3600000' })
    const clock = new Clock()
    await ask('GET', '/v1/customers', { to: patient })
    const minutesLeft = (behind.seen[0]!.call.deadline - clock.epochMs()) / 60_000
    expect(Math.round(minutesLeft)).toBe(60)
    await patient.close()
  })

  it('ends with 503 and a time to come back, and what comes later reaches nobody', async () => {
    const impatient = await edge.start({ GATEWAY_REQUEST_MS: '300' })
    await ask('GET', '/v1/customers', { to: impatient })
    behind.hold = new Promise((resolve) => (release = resolve))
    const answer = await ask('GET', '/v1/customers/AT1-NL', { to: impatient })
    release()
    behind.hold = undefined
    expect(answer).toMatchObject({ status: 503, headers: { 'retry-after': '2' }, json: { code: 4005 } })
    expect(await ask('GET', '/v1/customers', { to: impatient })).toMatchObject({ status: 200 })
    await impatient.close()
  })
})
